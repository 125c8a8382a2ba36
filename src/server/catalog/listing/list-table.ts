import type { AttributeColumn, ListSort, ListTable, TableHead } from '../../../contracts/catalog-pages/product-lists.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { formatMeasure } from '../../../i18n/formats.ts'
import { isNumeric } from '../columns/attribute-ranks.ts'
import { attributeText, type AttributeValue } from '../products/attribute-value.ts'
import type { Cards } from '../products/product-cards.ts'
import type { Shop } from '../shop.ts'
import type { FoundProducts } from './find-products.ts'
import { attributeOf } from './list-sort.ts'
import type { ListingAddress } from './listing-address.ts'
import type { ListingRequest } from './listing-request.ts'
import { tableAttributes, type TableAttribute } from './table-columns.ts'

/** Builds the table of a list: which attributes it has, and their texts for the products of the page's cards. */
export async function listTable(
  { db }: Shop,
  { context: { language }, query }: ListingRequest,
  found: FoundProducts,
  { cards, values: rows }: Pick<Cards, 'cards' | 'values'>,
  address: ListingAddress,
): Promise<ListTable> {
  const head = (ascending: ListSort, descending: ListSort, first = ascending): TableHead => {
    const sorted = query.sort === ascending ? 'ascending' : query.sort === descending ? 'descending' : null
    const turned = sorted === 'ascending' ? descending : ascending
    return { path: `${address.sorted(sorted === null ? first : turned)}#grid`, sorted }
  }
  const attributes = await tableAttributes(db, language, found, attributeOf(query.sort)?.attribute)
  const productIds = cards.map((card) => card.product_id)
  const values = Map.groupBy(rows, (row) => `${row.attribute_id} ${row.product_id}`)
  const columns = attributes.map((attribute) => {
    const own = productIds.map((id) => values.get(`${attribute.id} ${id}`) ?? [])
    return columnOf(attribute, own, language)
  })
  return {
    name: head('name', 'name_down'),
    stock: head('stock_up', 'stock_down', 'stock_down'),
    price: head('price_up', 'price_down'),
    attributes: columns.map(({ column }) => ({ ...column, ...head(`${column.id}:asc`, `${column.id}:desc`) })),
    cells: productIds.map((_, at) => columns.map(({ texts }) => texts[at] ?? null)),
  }
}

type Column = { column: Omit<AttributeColumn, keyof TableHead>; texts: (string | null)[] }

function columnOf(
  { id, name, unit }: TableAttribute,
  values: readonly (readonly AttributeValue[])[],
  language: Language,
): Column {
  const all = values.flat()
  const isOfNumbers = all.length > 0 && all.every(({ value }) => isNumeric(value))
  const isUnitAbove = isOfNumbers && all.every((value) => isPlain(value, language))
  const textOf = (value: AttributeValue) =>
    isUnitAbove ? formatMeasure(Number(value.value), language) : attributeText(value, language)
  const texts = values.map((own) => (own.length > 0 ? own.map(textOf).join(', ') : null))
  return { column: { id, name, unit: isUnitAbove ? unit : '', isNumeric: isOfNumbers }, texts }
}

/** Whether a value's label says no more than the number and its unit. */
function isPlain(value: AttributeValue, language: Language): boolean {
  const { label } = value
  return label === null || spaced(label) === spaced(attributeText({ ...value, label: null }, language))
}

function spaced(text: string): string {
  return text.replaceAll(/\s/g, ' ')
}
