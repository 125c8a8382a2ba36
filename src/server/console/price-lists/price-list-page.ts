import { consolePath } from '../../../console-routes.ts'
import {
  priceExportForm,
  priceImportForm,
  priceListChangeForm,
  priceListMakeForm,
  priceRowForm,
  priceRowsRemoveForm,
  priceUndoForm,
  type NewPriceListPage,
  type PriceListPage,
} from '../../../contracts/console/price-lists.ts'
import { removeProductForm } from '../../../contracts/console/product.ts'
import { emptyForm, undoForm } from '../../../contracts/console/staff.ts'
import { priceOf, quantityOf } from '../../../domain/lists/price-list-rows.ts'
import { currencyByCode } from '../../../domain/money/currencies.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import { newId } from '../../platform/ids.ts'
import { removePriceRows, setPriceRows, undoPriceRows } from '../../pricing/price-lists/change-rows.ts'
import {
  changePriceList,
  createPriceList,
  endPriceList,
  removePriceList,
} from '../../pricing/price-lists/edit-price-lists.ts'
import { PriceListError } from '../../pricing/price-lists/price-list-error.ts'
import { readPriceFile, readPriceText } from '../../pricing/price-lists/read-price-file.ts'
import { parseKey } from '../campaigns/campaign-form.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { fieldsWithout } from '../staff/undo-record.ts'
import { requestedPriceList, changeRows, onPriceList, priceListLog, priceListSubject } from './on-price-list.ts'
import { priceListContent, rowKeyOf } from './price-list-content.ts'
import { priceListFile } from './price-list-file.ts'
import { priceListFields, priceListTerms } from './price-list-form.ts'
import { readTerms, undoingOf } from './price-list-undo.ts'

const permission = 'prices.change'

/** The form that makes a price list. */
export const newPriceListScreen = consoleScreen<NewPriceListPage>({
  screen: 'price-list-new',
  permission,
  load: async (context) => ({
    fields: await priceListFields(context),
    key: newId(),
    currencies: context.shop.settings.all.sales.currencies,
  }),
  actions: {
    make: consoleAction({
      permission,
      form: priceListMakeForm,
      run: async (context, { currency: code, key, ...form }) => {
        const { shop, session } = context
        const currency = shop.settings.all.sales.currencies.find((each) => each === currencyByCode(code)?.code)
        if (!currency) throw new ConsoleError('unknown')
        const terms = await priceListTerms(context, form)
        const id = parseKey({ key })
        const action = {
          operation: 'price_lists.make',
          subject: priceListSubject(id, terms.name),
          fields: priceListLog(id),
        }
        const make = (services: Shop) => createPriceList(services, session.actor.name, { ...terms, currency, id })
        await audited(shop, session.actor, action, make).catch(ignoreAlreadyMade)
        return consolePath('price-list', { id })
      },
    }),
  },
})

/** A form that is sent twice has made its list already. */
function ignoreAlreadyMade(error: unknown): void {
  if (!(error instanceof PriceListError) || error.fault !== 'price_list_version') throw error
}

/** One price list: for whom it is, its rows, and what was changed. */
export const priceListScreen = consoleScreen<PriceListPage>({
  screen: 'price-list',
  permission: 'prices.view',
  doneElsewhere: ['make'],
  load: async (context) => {
    const list = await requestedPriceList(context)
    return list && priceListContent(context, list)
  },
  actions: {
    change: consoleAction({
      permission,
      form: priceListChangeForm,
      run: (context, { version, ...form }) =>
        onPriceList(context, { operation: 'price_lists.change', version }, async (shop, list) =>
          changePriceList(shop, list.id, await priceListTerms(context, form, list)),
        ),
    }),
    undo_terms: consoleAction({
      permission,
      form: undoForm,
      run: async (context, { entry }) => {
        const list = await requestedPriceList(context)
        if (!list) throw new ConsoleError('unknown')
        const former = readTerms(await fieldsWithout(context, await undoingOf(context, list), entry))
        const action = { operation: 'price_lists.undo_terms', version: String(list.version) }
        await onPriceList(context, action, (shop, { id }) => changePriceList(shop, id, former))
      },
    }),
    set: consoleAction({
      permission,
      form: priceRowForm,
      run: async (context, { sku, quantity: typedQuantity, price }) => {
        const quantity = typedQuantity === '' ? 1 : quantityOf(typedQuantity)
        const amount = priceOf(price)
        if (quantity === undefined) throw new ConsoleError('price_list_row_quantity', { row: 1, text: typedQuantity })
        if (amount === undefined) throw new ConsoleError('price_list_row_amount', { row: 1, text: price })
        const rows = [{ row: 1, sku, quantity, amount }]
        const actor = context.session.actor.name
        await changeRows(context, { operation: 'price_lists.rows' }, (id, commit) =>
          setPriceRows(context.shop, id, { rows, replaces: false, actor }, commit),
        )
      },
    }),
    remove_rows: consoleAction({
      permission,
      form: priceRowsRemoveForm,
      run: async (context, form) => {
        const keys = form['row[]'].slice(0, 1_000).flatMap((text) => rowKeyOf(text) ?? [])
        const actor = context.session.actor.name
        await changeRows(context, { operation: 'price_lists.rows' }, (id, commit) =>
          removePriceRows(context.shop, id, { keys, actor }, commit),
        )
      },
    }),
    import: consoleAction({
      permission,
      form: priceImportForm,
      run: async (context, { version, rows: text, file, mode }) => {
        const hasFile = file !== undefined && file.size > 0
        const rows = hasFile ? await readPriceFile(file) : await readPriceText(text)
        const replaces = mode === 'replace'
        const actor = context.session.actor.name
        // Adding leaves what others have done; replacing must not take away what nobody has seen.
        const guarded = replaces ? { version } : {}
        await changeRows(context, { operation: 'price_lists.rows', ...guarded }, (id, commit) =>
          setPriceRows(context.shop, id, { rows, replaces, actor }, commit),
        )
      },
    }),
    undo: consoleAction({
      permission,
      form: priceUndoForm,
      run: async (context, { change }) => {
        const version = /^\d{1,9}$/.test(change) ? Number(change) : 0
        const actor = context.session.actor.name
        await changeRows(context, { operation: 'price_lists.undo' }, (id, commit) =>
          undoPriceRows(context.shop, id, { version, actor }, commit),
        )
      },
    }),
    end: consoleAction({
      permission,
      form: emptyForm,
      run: (context) =>
        onPriceList(context, { operation: 'price_lists.end' }, (shop, { id }) => endPriceList(shop, id)),
    }),
    remove: consoleAction({
      permission,
      form: removeProductForm,
      run: async (context, { sure }) => {
        if (sure !== 'yes') throw new ConsoleError('not_sure')
        await onPriceList(context, { operation: 'price_lists.remove' }, (shop, { id }) => removePriceList(shop, id))
        return consolePath('price-lists')
      },
    }),
    export: consoleAction({
      permission: 'prices.view',
      stepUp: true,
      isFile: true,
      form: priceExportForm,
      run: async (context, { kind = 'csv' }) => {
        const list = await requestedPriceList(context)
        if (!list) throw new ConsoleError('unknown')
        return priceListFile(context, list, kind)
      },
    }),
  },
})
