import type { ProductRecordPage } from '../../../../contracts/console/product.ts'
import type { CurrencyCode } from '../../../../domain/money/currencies.ts'
import { languages } from '../../../../domain/places/locales.ts'
import { href } from '../../../../routes.ts'
import { pricedByCost } from '../../../catalog/import/supply/offer-queries.ts'
import { may } from '../../../identity/staff/staff-session.ts'
import { auditOf } from '../../../platform/audit/audit-queries.ts'
import type { Queryable } from '../../../platform/db/tables.ts'
import type { Desk } from '../../frame/desk.ts'
import { auditLine } from '../../staff/audit-lines.ts'
import { pricingOf } from './product-pricing.ts'
import { sectionsOf } from './product-sections.ts'
import { recordColumns } from './record-columns.ts'
import { brandRows, discountCategories, factsOfCategory, valueLabels, vatClasses } from './record-names-queries.ts'
import { recordNames } from './record-names.ts'
import { productAt } from './record-state-queries.ts'
import { cellsOf, recordState, type RecordState } from './record-state.ts'

const most = { suggestions: 1_000, audit: 30 }

/** Everything that the page of a product shows; undefined where there is no such product. */
export async function productContent(desk: Desk): Promise<ProductRecordPage | undefined> {
  const { shop, session, request } = desk
  const { db } = shop
  const found = await productAt(db, request.params['sku'] ?? '')
  const state = found && (await recordState(db, found.id))
  if (!state) return undefined
  const { record } = state
  const { language } = session.staff
  const names = await recordNames(db, record, { language })
  const sections = sectionsOf({
    state,
    names,
    cells: cellsOf(state, { names, columns: recordColumns(names, shop.settings.all) }),
    currencies: currenciesOf(desk, state),
    vatClasses: await vatClasses(db),
    usual: record.main_category_id === null ? [] : await factsOfCategory(db, record.main_category_id),
    labels: await labelsOf(db, state),
    isPriceFixed: (await pricedByCost(db, [record.id])).has(record.id),
    may: { change: may(session, 'products.change'), prices: may(session, 'prices.change') },
    t: request.locals.t,
  })
  const parent = record.parent_id === null ? undefined : await productAt(db, record.parent_id)
  return {
    id: record.id,
    sku: record.sku,
    name: record.texts[language].name || record.texts.en.name || record.texts.sv.name,
    type: record.type,
    status: record.status,
    updatedAt: state.updatedAt,
    parent: parent ? { id: parent.id, sku: parent.sku } : null,
    sections,
    suggestions: {
      brands: (await brandRows(db, most.suggestions)).map(({ name }) => name),
      categories: names.categoryNames.slice(0, most.suggestions),
      'discount-categories': await discountCategories(db, most.suggestions),
    },
    addresses:
      record.status === 'draft'
        ? []
        : languages.map((each) => ({
            language: each,
            address: href(each, 'product', { slug: record.texts[each].slug }),
          })),
    mayChange: may(session, 'products.change'),
    pricing: await pricingOf(desk, record),
    audit: may(session, 'audit.view')
      ? (await auditOf(db, { kind: 'product', id: record.id }, most.audit)).map(auditLine)
      : [],
  }
}

/** The shop's currency first, then those that shoppers may choose or the product has a price in. */
function currenciesOf({ shop }: Desk, { record }: RecordState): CurrencyCode[] {
  const { home, sales } = shop.settings.all
  return [...new Set([home.currency, ...sales.currencies, ...record.prices.map(({ currency }) => currency)])]
}

async function labelsOf(db: Queryable, { record }: RecordState): Promise<Map<string, string>> {
  const rows = await valueLabels(db, record.attributes)
  const byValue = Map.groupBy(rows, (row) => `${row.attribute_id} ${row.value}`)
  return new Map(
    [...byValue].map(([key, each]) => [key, each.map(({ language, label }) => `${language}: ${label}`).join(', ')]),
  )
}
