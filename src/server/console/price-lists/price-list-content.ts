import type { PriceListPage, PriceListRowView } from '../../../contracts/console/price-lists.ts'
import { campaignState } from '../../../domain/money/campaign-states.ts'
import { currencyByCode } from '../../../domain/money/currencies.ts'
import { divideRounded, toMinor } from '../../../domain/money/money.ts'
import { activeTiers, tierFor } from '../../../domain/money/price-tiers.ts'
import { exVat } from '../../../domain/money/vat.ts'
import { draftsToo } from '../../catalog/products/card-queries.ts'
import { productFacts } from '../../catalog/products/product-facts.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { noListEnd } from '../../pricing/price-lists/edit-price-lists.ts'
import { buyersOf, rowsIdOf, type PriceList } from '../../pricing/price-lists/price-list-queries.ts'
import {
  changesOfList,
  shownPriceRows,
  type RowKey,
  type ShownPriceRow,
} from '../../pricing/price-lists/row-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { productLink } from '../products/record/product-link.ts'
import { undoableHistory } from '../staff/undo-record.ts'
import { priceListFields } from './price-list-form.ts'
import { undoingOf } from './price-list-undo.ts'

const rowsOfPage = 100
const shownChanges = 20

/** A row as forms name it: from how many units on, and the product. */
export function rowKeyOf(text: string): RowKey | undefined {
  const [, quantity, product] = /^(\d{1,6}) (.{1,200})$/s.exec(text) ?? []
  return quantity && product ? { quantity: Number(quantity), product } : undefined
}

const textOfKey = ({ product_id: id, min_quantity: from }: ShownPriceRow): string => `${from} ${id}`

/** What the screen of a list shows. */
export async function priceListContent(context: ConsoleContext, list: PriceList): Promise<PriceListPage> {
  const { shop, session, request } = context
  const { db } = shop
  const { id, name, currency } = list
  const parameters = request.url.searchParams
  const sku = (parameters.get('sku') ?? '').trim().slice(0, 80)
  const found = await shownPriceRows(db, rowsIdOf(list), {
    after: rowKeyOf((parameters.get('after') ?? '').slice(0, 220)),
    limit: rowsOfPage + 1,
    sku,
  })
  const rows = found.slice(0, rowsOfPage)
  const last = found.length > rowsOfPage ? rows.at(-1) : undefined
  const { customers, organizations } = await buyersOf(db, id)
  return {
    id,
    version: String(list.version),
    name,
    currency,
    state: campaignState(list, shop.now().toISOString()),
    startsAt: list.starts_at,
    endsAt: list.ends_at === noListEnd ? null : list.ends_at,
    fields: await priceListFields(context, list),
    buyers: customers.length + organizations.length,
    rowCount: list.row_count,
    rows: await rowViews(context, list, rows),
    sku,
    next: last ? `?${new URLSearchParams({ ...(sku === '' ? {} : { sku }), after: textOfKey(last) })}` : null,
    changes: (await changesOfList(db, id, shownChanges)).map(({ actor: who, created_at: at, ...change }) => ({
      version: change.version,
      who,
      at,
      changed: change.changed,
      kept: change.kept,
      undoes: change.undoes,
    })),
    may: {
      change: may(session, 'prices.change'),
      seePeople: may(session, 'customers.view'),
      export: may(session, 'prices.view'),
    },
    audit: await undoableHistory(context, await undoingOf(context, list)),
  }
}

/** The rows beside what everybody in the shop's country pays, without VAT. */
async function rowViews(
  context: ConsoleContext,
  list: PriceList,
  rows: readonly ShownPriceRow[],
): Promise<PriceListRowView[]> {
  const { shop, session } = context
  const { home } = shop.settings.all
  const currency = currencyByCode(list.currency)
  if (!currency) return []
  const ids = [...new Set(rows.map((row) => row.product_id))]
  const shopping = { language: session.staff.language, currency, country: home.country, home }
  const facts = await productFacts(shop.db, shopping, ids, shop.now(), { seen: draftsToo })
  return rows.map((row) => {
    const known = facts.get(row.product_id)
    const tier = known && tierFor(activeTiers(known.prices), row.min_quantity)
    const usual = known && tier ? exVat(toMinor(tier.p), known.vatRate) : null
    return {
      key: textOfKey(row),
      sku: row.sku,
      address: productLink({ id: row.product_id, sku: row.sku }),
      quantity: row.min_quantity,
      amount: row.amount,
      usual,
      less: usual === null ? null : divideRounded((usual - row.amount) * 100, usual),
    }
  })
}
