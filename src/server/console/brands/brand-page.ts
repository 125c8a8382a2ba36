import { z } from 'zod'
import { consolePath } from '../../../console-routes.ts'
import { brandForm, brandRemoveForm, type BrandPage } from '../../../contracts/console/brands.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
import { languages } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import { brandById } from '../../catalog/brands/brand-queries.ts'
import { changeBrand, makeBrand, removeBrand } from '../../catalog/brands/edit-brand.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import type { DatabaseTransaction, Queryable, Row } from '../../platform/db/tables.ts'
import { hashSecret, newId } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { recordChanged } from '../frame/record-changed.ts'
import { parseLogFields, fieldsWithout, undoableHistory, type Undoing } from '../staff/undo-record.ts'
import { productsWithBrand } from './brand-list-queries.ts'

const permission = 'products.change'
const none = { name: '', slug: '', maker: '', eu_contact: '', description_sv: '', description_en: '' }

/** The form that makes a brand. */
export const newBrandScreen = consoleScreen<BrandPage>({
  screen: 'brand-new',
  permission,
  load: (context) => contentOf(context, undefined),
  actions: {
    make: consoleAction({
      permission,
      form: brandForm,
      run: async ({ shop, session }, { version: _version, ...fields }) => {
        const id = newId(shop.now().getTime())
        const subject = { kind: 'brand', id, label: fields.name }
        const action = { operation: 'brands.make', subject, fields: (trx: DatabaseTransaction) => brandLog(trx, id) }
        await audited(shop, session.actor, action, (own) => makeBrand(own, id, withLines(fields)))
        return consolePath('brand', { id })
      },
    }),
  },
})

/** One brand: its name, address and texts, and who makes its products. */
export const brandScreen = consoleScreen<BrandPage>({
  screen: 'brand',
  permission: 'products.view',
  doneElsewhere: ['make'],
  load: async (context) => {
    const brand = await brandById(context.shop.db, requestedId(context))
    return brand && contentOf(context, brand)
  },
  actions: {
    change: consoleAction({
      permission,
      form: brandForm,
      run: (context, { version, ...fields }) =>
        onBrand(context, { operation: 'brands.change', version }, (shop, id) =>
          changeBrand(shop, id, withLines(fields)),
        ),
    }),
    undo: consoleAction({
      permission,
      form: undoForm,
      run: async (context, { entry }) => {
        const brand = await brandById(context.shop.db, requestedId(context))
        if (!brand) throw new ConsoleError('unknown')
        const former = parseLogFields(loggedBrand, await fieldsWithout(context, undoingOf(brand), entry))
        const action = { operation: 'brands.undo', version: brandVersion(brand) }
        await onBrand(context, action, (shop, id) => changeBrand(shop, id, former))
      },
    }),
    remove: consoleAction({
      permission,
      form: brandRemoveForm,
      run: async (context, { sure }) => {
        if (sure !== 'yes') throw new ConsoleError('not_sure')
        await onBrand(context, { operation: 'brands.remove' }, (shop, id) => removeBrand(shop, id))
        return consolePath('brands')
      },
    }),
  },
})

const requestedId = ({ request }: ConsoleContext): string => (request.params['id'] ?? '').slice(0, 140)
const brandVersion = (brand: Row<'brands'>): string =>
  hashSecret(JSON.stringify(Object.entries(brand).sort(([a], [b]) => (a < b ? -1 : 1)))).slice(0, 20)
export const brandLog = async (db: Queryable, id: string) => ({ ...(await brandById(db, id)) })

const text = z.string()
/** What the audit log records of a brand that its form changes. */
export const loggedBrand = z.object({
  name: text,
  slug: text,
  maker: text,
  eu_contact: text,
  description_sv: text,
  description_en: text,
})

function undoingOf(brand: Row<'brands'>): Undoing {
  const operations = ['brands.change', 'brands.undo']
  return { subject: { kind: 'brand', id: brand.id }, operations, now: { ...brand }, permission }
}

/** Browsers send line breaks as CRLF. */
function withLines(fields: typeof none): typeof none {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]),
  ) as typeof none
}

async function onBrand(
  context: ConsoleContext,
  { operation, version }: { operation: string; version?: string },
  work: (shop: Shop, id: string) => Promise<void>,
): Promise<void> {
  const id = requestedId(context)
  const brand = await brandById(context.shop.db, id)
  if (!brand) throw new ConsoleError('unknown')
  const subject = { kind: 'brand', id, label: brand.name }
  const guard = async (trx: DatabaseTransaction) => {
    // Of two people at the same time, the second reads what the first has written.
    await lockImports(trx)
    const current = await brandById(trx, id)
    if (!current) throw new ConsoleError('unknown')
    if (version !== undefined && brandVersion(current) !== version) throw await recordChanged(trx, subject)
  }
  const fields = (trx: DatabaseTransaction) => brandLog(trx, id)
  await audited(context.shop, context.session.actor, { operation, subject, guard, fields }, (shop) => work(shop, id))
}

async function contentOf(context: ConsoleContext, brand: Row<'brands'> | undefined): Promise<BrandPage> {
  const { shop, session } = context
  const { id = '', slug = '', ...texts } = brand ?? {}
  return {
    id,
    version: brand ? brandVersion(brand) : '',
    fields: { ...none, ...texts, slug },
    products: brand ? await productsWithBrand(shop.db, id) : 0,
    addresses: slug === '' ? [] : languages.map((language) => addressIn(language, slug, shop.env.ORIGIN)),
    audit: brand ? await undoableHistory(context, undoingOf(brand)) : [],
    mayChange: may(session, permission),
  }
}

function addressIn(language: (typeof languages)[number], slug: string, origin: string) {
  const path = href(language, 'brand', { slug })
  return { language, path, address: origin + path }
}
