import { productType, type ProductType } from '../../../domain/products/products.ts'
import { maxShelfLength, readShelf } from '../../../domain/products/shelves.ts'
import { RowProblem } from '../import/feeds/feed-row.ts'
import { limitedText } from '../import/rows/cell-text.ts'
import type { ProductRecord } from '../maintenance/product-record.ts'
import { parseItems, listCell, oneOf, parseInteger } from './own-cells.ts'
import { requireId, type OwnColumn } from './own-column.ts'

const types = {
  standard: productType.standard,
  variant: productType.variant,
  set: productType.set,
  'gift-card': productType.giftCard,
} as const satisfies Record<string, ProductType>
const typeNames = Object.keys(types) as (keyof typeof types)[]
/** What files call a type. */
export const typeName = (type: ProductType): string => typeNames.find((name) => types[name] === type) ?? 'standard'

/** The type that a cell says; a cell without a known one says standard. */
export function parseProductType(cell: string): ProductType {
  const name = typeNames.find((each) => each === cell.trim())
  return types[name ?? 'standard']
}

const [max, highestPercent] = [1_000_000, 100]
const partNumberKinds = ['own', 'maker', 'replaces', 'ean'] as const
const relationKinds = ['accessory', 'bundle', 'alternative', 'successor'] as const

/** Columns of what a product is, has and belongs to. */
export const partColumns = {
  part_numbers: {
    name: 'part_numbers',
    write: ({ part_numbers: numbers }) => listCell(numbers.map(({ kind, number }) => `${kind} ${number}`)),
    read: (cell) => ({
      part_numbers: parseItems(cell).map((item) => {
        const [kind, ...rest] = item.split(' ')
        const number = limitedText(rest.join(' '), 'part_numbers', 60)
        return { kind: oneOf(kind ?? '', 'part_numbers', partNumberKinds), number }
      }),
    }),
  },
  devices: {
    name: 'devices',
    write: ({ device_ids: ids }, { deviceSlug }) => listCell(ids.map((id) => deviceSlug.get(id) ?? id)),
    read: (cell, _record, { deviceId }) => ({
      device_ids: parseItems(cell)
        .map((slug) => requireId(deviceId, slug, 'devices'))
        .toSorted(),
    }),
  },
  pieces: {
    name: 'pieces',
    write: ({ set_items: items }, { sku }) =>
      listCell(items.map(({ product_id: id, quantity }) => `${quantity} x ${sku.get(id) ?? ''}`)),
    read: (cell, record, { id, type }) => ({
      set_items: parseItems(cell).map((item) => {
        const [, quantity = '', sku = ''] = /^(\d{1,4}) x (.+)$/s.exec(item) ?? []
        if (sku === '') throw new RowProblem('pieces', 'not_piece', { text: item.slice(0, 40) })
        const piece = requireId(id, sku, 'pieces')
        if (record.type !== productType.set || type.get(sku) !== productType.standard)
          throw new RowProblem('pieces', 'pieces_of_set')
        return { product_id: piece, quantity: parseInteger(quantity, 'pieces', 1_000) }
      }),
    }),
  },
  relations: {
    name: 'relations',
    write: ({ relations }, { sku }) =>
      listCell(
        relations.map(
          ({ kind, related_id: id, discount_percent: percent }) =>
            `${kind}${percent > 0 ? ` -${percent}%` : ''} ${sku.get(id) ?? ''}`,
        ),
      ),
    read: (cell, _record, { id }) => ({ relations: parseItems(cell).map((item) => relationOf(item, id)) }),
  },
  pictures: {
    name: 'pictures',
    write: ({ picture_ids: ids }) => listCell(ids),
    read: (cell, _record, { pictures }) => {
      const ids = parseItems(cell)
      const unknown = ids.find((id) => !pictures.has(id))
      if (unknown !== undefined) throw new RowProblem('pictures', 'no_picture', { text: unknown.slice(0, 80) })
      return { picture_ids: ids }
    },
  },
  category: {
    name: 'category',
    write: ({ main_category_id: main }, { categoryPath }) => (main === null ? '' : (categoryPath.get(main) ?? '')),
    read: (cell, record, { categoryId }) => {
      const main = cell.trim() === '' ? null : requireId(categoryId, cell.trim(), 'category')
      const others = record.category_ids.filter((id) => id !== record.main_category_id && id !== main)
      return { main_category_id: main, category_ids: main === null ? others : [main, ...others] }
    },
  },
  more_categories: {
    name: 'more_categories',
    write: ({ category_ids: ids, main_category_id: main }, { categoryPath }) =>
      listCell(ids.filter((id) => id !== main).map((id) => categoryPath.get(id) ?? '')),
    read: (cell, { main_category_id: main }, { categoryId }) => {
      const others = parseItems(cell).map((path) => requireId(categoryId, path, 'more_categories'))
      return { category_ids: [...new Set([...(main === null ? [] : [main]), ...others.toSorted()])] }
    },
  },
  brand: {
    name: 'brand',
    write: ({ brand_id: brand }) => brand ?? '',
    read: (cell, _record, { brands }) => {
      const brand = cell.trim()
      if (brand !== '' && !brands.has(brand)) throw new RowProblem('brand', 'no_brand', { text: brand })
      return { brand_id: brand === '' ? null : brand }
    },
  },
  type: {
    name: 'type',
    write: ({ type }) => typeName(type),
    read: (cell, record) => {
      const type = types[oneOf(cell, 'type', typeNames)]
      if (record.texts.en.slug !== '' && type !== record.type) throw new RowProblem('type', 'type_fixed')
      return { type }
    },
  },
  variant_of: {
    name: 'variant_of',
    write: ({ parent_id: parent }, { sku }) => (parent === null ? '' : (sku.get(parent) ?? '')),
    read: (cell, record, { id, type }) => {
      const parent = cell.trim()
      if (parent === '') return { parent_id: null }
      const parentId = requireId(id, parent, 'variant_of')
      if (type.get(parent) !== productType.variant || record.type !== productType.standard)
        throw new RowProblem('variant_of', 'variant_types')
      return { parent_id: parentId }
    },
  },
  stock: {
    name: 'stock',
    write: ({ stock }) => (stock ? String(stock.on_hand) : ''),
    read: (cell, { stock }) =>
      cell.trim() === ''
        ? {}
        : { stock: { on_hand: parseInteger(cell, 'stock', max), incoming_at: stock?.incoming_at ?? null } },
  },
  incoming: {
    name: 'incoming',
    write: ({ stock }) => stock?.incoming_at ?? '',
    read: (cell, { stock }) => (stock ? { stock: { ...stock, incoming_at: parseDay(cell) } } : {}),
  },
  shelf: {
    name: 'shelf',
    write: ({ shelf = '' }) => shelf,
    read: (cell) => {
      const shelf = readShelf(cell)
      if (shelf === undefined)
        throw new RowProblem('shelf', 'text_long', { count: cell.trim().length, most: maxShelfLength })
      return { shelf }
    },
  },
} as const satisfies Readonly<Record<string, OwnColumn>>

function parseDay(cell: string): string | null {
  const day = cell.trim()
  if (day === '') return null
  if (!/^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new RowProblem('incoming', 'not_day', { text: day.slice(0, 40) })
  return day
}

function relationOf(item: string, ids: ReadonlyMap<string, string>): ProductRecord['relations'][number] {
  const [, kind = '', percent = '0', sku = ''] = /^(\w+)(?: -(\d{1,3})%)? (.+)$/s.exec(item) ?? []
  return {
    kind: oneOf(kind, 'relations', relationKinds),
    related_id: requireId(ids, sku, 'relations'),
    discount_percent: parseInteger(percent, 'relations', highestPercent),
  }
}
