import type { ProductRecordPage } from '../../../../contracts/console/product.ts'
import type { CurrencyCode } from '../../../../domain/money/currencies.ts'
import { languages } from '../../../../domain/places/locales.ts'
import { productType } from '../../../../domain/products/products.ts'
import { href } from '../../../../routes.ts'
import { pricedByCost } from '../../../catalog/import/supply/offer-queries.ts'
import { previewLink } from '../../../content/preview/preview-link.ts'
import { may } from '../../../identity/staff/staff-session.ts'
import { auditOf } from '../../../platform/audit/audit-queries.ts'
import type { Queryable } from '../../../platform/db/tables.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { withNames } from '../../staff/audit-history.ts'
import { auditLine } from '../../staff/audit-lines.ts'
import { valueNames } from './called-values.ts'
import { pricingOf } from './product-pricing.ts'
import { sectionsOf } from './product-sections.ts'
import { recordColumns } from './record-columns.ts'
import { brandRows, discountCategories, factsOfCategory, vatClasses } from './record-names-queries.ts'
import { recordNames, type RecordNames } from './record-names.ts'
import { countVariants, productAt, unpublishedChoices } from './record-state-queries.ts'
import { cellsOf, recordState, type RecordState } from './record-state.ts'
import { undoableEntries } from './undo-change.ts'

const limits = { suggestions: 1_000, audit: 30 }

/** Everything that the page of a product shows; undefined where there is no such product. */
export async function productContent(context: ConsoleContext): Promise<ProductRecordPage | undefined> {
  const { shop, session, request } = context
  const { db } = shop
  const found = await productAt(db, request.params['sku'] ?? '')
  const state = found && (await recordState(db, found.id))
  if (!state) return undefined
  const { record } = state
  const { language } = session.staff
  const names = await recordNames(db, record, { language })
  const columns = recordColumns(names, shop.settings.all)
  const reader = { language, valueNames: await valueNames(db, [record], language) }
  const usual = record.main_category_id === null ? [] : await factsOfCategory(db, record.main_category_id)
  const added = addedAttributes(context, names)
  const sections = sectionsOf({
    state,
    names,
    cells: cellsOf(state, { names, columns, reader }),
    currencies: currenciesOf(context, state),
    vatClasses: await vatClasses(db),
    usual: [...usual, ...added],
    isPriceFixed: (await pricedByCost(db, [record.id])).has(record.id),
    may: { change: may(session, 'products.change'), prices: may(session, 'prices.change') },
    t: request.locals.t,
  })
  return {
    id: record.id,
    sku: record.sku,
    name: record.texts[language].name || record.texts.en.name || record.texts.sv.name,
    type: record.type,
    status: record.status,
    updatedAt: state.updatedAt,
    draftChoices: record.type === productType.variant ? (await unpublishedChoices(db, record.id)).length : 0,
    variants: record.type === productType.variant ? await countVariants(db, record.id) : null,
    pieces: record.type === productType.set ? record.set_items.length : null,
    parent: await parentOf(db, record),
    sections,
    moreAttributes: moreAttributes(names, [...usual, ...added, ...record.attributes.map((each) => each.attribute_id)]),
    addedAttributes: added,
    suggestions: {
      brands: (await brandRows(db, limits.suggestions)).map(({ name }) => name),
      categories: names.categoryNames.slice(0, limits.suggestions),
      'discount-categories': await discountCategories(db, limits.suggestions),
    },
    addresses: addressesOf(record),
    mayChange: may(session, 'products.change'),
    pricing: await pricingOf(context, record),
    ...(await historyOf(context, state)),
    previews: await previewsOf(context, record),
  }
}

async function parentOf(db: Queryable, { parent_id: id }: RecordState['record']): Promise<ProductRecordPage['parent']> {
  const parent = id === null ? undefined : await productAt(db, id)
  return parent ? { id: parent.id, sku: parent.sku } : null
}

/** The shop's currency first, then those that shoppers may choose or the product has a price in. */
function currenciesOf({ shop }: ConsoleContext, { record }: RecordState): CurrencyCode[] {
  const { home, sales } = shop.settings.all
  return [...new Set([home.currency, ...sales.currencies, ...record.prices.map(({ currency }) => currency)])]
}

const maxAdded = 20

/** The attributes that somebody has added to the form: `?attribute=` in the address, as often as there are some. */
function addedAttributes({ request }: ConsoleContext, { attributeList }: RecordNames): string[] {
  const requested = new Set(request.url.searchParams.getAll('attribute').slice(0, maxAdded))
  return attributeList.flatMap(({ id }) => (requested.has(id) ? [id] : []))
}

function moreAttributes({ attributeList }: RecordNames, shown: readonly string[]) {
  return attributeList.filter(({ id }) => !shown.includes(id)).map(({ id, name }) => ({ id, name }))
}

/** A draft has no page in the shop. */
function addressesOf({ status, texts }: RecordState['record']): ProductRecordPage['addresses'] {
  if (status === 'draft') return []
  return languages.map((language) => ({ language, address: href(language, 'product', { slug: texts[language].slug }) }))
}

/** What was done with the product, and what of it can be undone. */
async function historyOf(
  context: ConsoleContext,
  state: RecordState,
): Promise<Pick<ProductRecordPage, 'audit' | 'undoable'>> {
  if (!may(context.session, 'audit.view')) return { audit: [], undoable: [] }
  const entries = await auditOf(context.shop.db, { kind: 'product', id: state.record.id }, limits.audit)
  const audit = await withNames(context, entries.map(auditLine))
  return { audit, undoable: await undoableEntries(context, state, entries) }
}

const previewHours = 24

/** A draft, and choices that are drafts, are shown in the shop's own layout to whoever has the link. */
async function previewsOf({ shop, session }: ConsoleContext, { id, status, type }: RecordState['record']) {
  const hasDraft = status === 'draft' || type === productType.variant
  if (!hasDraft || !may(session, 'products.change')) return []
  const links = languages.map(async (language) => {
    const { url } = await previewLink(shop, { kind: 'product', id, language, vat: 'inc' }, previewHours)
    return { language, address: url }
  })
  return Promise.all(links)
}
