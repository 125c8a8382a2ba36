import type { Home } from '../../../../domain/places/home.ts'
import { languages } from '../../../../domain/places/locales.ts'
import { RowProblem } from '../../../catalog/import/feeds/feed-row.ts'
import { limitedText } from '../../../catalog/import/rows/cell-text.ts'
import type { ProductRecord } from '../../../catalog/maintenance/product-record.ts'
import { parseItems, listCell, parseInteger } from '../../../catalog/own-files/own-cells.ts'
import { requireId } from '../../../catalog/own-files/own-column.ts'
import { ownColumns } from '../../../catalog/own-files/own-columns.ts'
import { campaignColumns } from './campaign-columns.ts'
import type { RecordColumn } from './record-column.ts'
import type { RecordNames } from './record-names.ts'

type NumberKind = ProductRecord['part_numbers'][number]['kind']
type RelationKind = ProductRecord['relations'][number]['kind']
export const numberKinds = ['ean', 'maker', 'replaces', 'own'] as const satisfies readonly NumberKind[]
export const relationKinds = [
  'accessory',
  'bundle',
  'alternative',
  'successor',
] as const satisfies readonly RelationKind[]

const maxLengths = { sku: 60, number: 60 }
const maxItems = 500

/** The article number itself; whether it is free is checked where it is saved. */
const sku: RecordColumn = {
  name: 'sku',
  write: (record) => record.sku,
  read: (cell) => {
    const text = limitedText(cell, 'sku', maxLengths.sku)
    if (text === '') throw new RowProblem('sku', 'needs_sku')
    return { sku: text }
  },
}

function numbers(kind: NumberKind): RecordColumn {
  const name = `numbers_${kind}`
  return {
    name,
    write: ({ part_numbers: all }) => listCell(all.filter((each) => each.kind === kind).map(({ number }) => number)),
    read: (cell, { part_numbers: all }) => ({
      part_numbers: [
        ...all.filter((each) => each.kind !== kind),
        ...fewItems(cell, name).map((item) => ({ kind, number: limitedText(item, name, maxLengths.number) })),
      ],
    }),
  }
}

function related(kind: RelationKind): RecordColumn {
  const name = `related_${kind}`
  return {
    name,
    write: ({ relations }, { sku: skus }) =>
      listCell(
        relations
          .filter((each) => each.kind === kind)
          .map(({ related_id: id, discount_percent: percent }) =>
            percent > 0 ? `${skus.get(id) ?? id} -${percent}%` : (skus.get(id) ?? id),
          ),
      ),
    read: (cell, { id: own, relations }, { id: ids }) => ({
      relations: [
        ...relations.filter((each) => each.kind !== kind),
        ...fewItems(cell, name).map((item) => {
          const { sku: named, percent } = parseRelation(item)
          const id = requireId(ids, named, name)
          if (id === own) throw new RowProblem(name, 'own_relation')
          return { kind, related_id: id, discount_percent: parseInteger(percent, name, 100) }
        }),
      ],
    }),
  }
}

/** `SKU` or `SKU -10%`. */
export function parseRelation(item: string): { sku: string; percent: string } {
  const [, named = item, percent = '0'] = /^(.+?)\s+[-\u2212](\d{1,3})\s*%$/s.exec(item) ?? []
  return { sku: named.trim(), percent }
}

const brand: RecordColumn = {
  name: 'brand',
  write: ({ brand_id: id }, { brandName }) => (id === null ? '' : (brandName.get(id) ?? id)),
  read: (cell, _record, { brandId }) => {
    const name = cell.trim()
    return { brand_id: name === '' ? null : requireId(brandId, name.toLowerCase(), 'brand') }
  },
}

function fewItems(cell: string, name: string): string[] {
  const items = [...new Set(parseItems(cell).filter((item) => item !== ''))]
  if (items.length > maxItems) throw new RowProblem(name, 'items_many', { most: maxItems })
  return items
}

/** The columns of the own files that the page shows as they are. */
const same = new Set([
  ...(['name', 'prefix', 'label', 'slug', 'description'] as const).flatMap((key) =>
    languages.map((language) => `${key}_${language}`),
  ),
  'status',
  'category',
  'more_categories',
  'vat_class',
  'discount_category',
  'group',
  'group_size',
  'weight_grams',
  'weight_assumed',
  'decoration',
  'free',
  'back_in_stock_mails',
  'popularity',
  'position',
  'subscription_days',
  'devices',
  'pieces',
  'pictures',
  ...languages.map((language) => `picture_texts_${language}`),
  'documents',
  ...languages.map((language) => `document_titles_${language}`),
])

/** All fields of a product's record, in the order in which they are read: names before what depends on them. */
export function recordColumns(names: RecordNames, { home }: { home: Home }): RecordColumn[] {
  const own = ownColumns(names).filter(({ name }) => same.has(name) || /^(?:price_|attribute:)/.test(name))
  return [sku, brand, ...numberKinds.map(numbers), ...relationKinds.map(related), ...own, ...campaignColumns(home)]
}
