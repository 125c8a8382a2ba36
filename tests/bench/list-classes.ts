import { sorts } from '../../src/contracts/catalog-pages/product-lists.ts'

/** The category that all products are in. */
export const wholeCatalogue = 'c0'

type Draw = (below: number) => number
/** A kind of list: where it is and what is asked of it, different each time. */
export type ListClass = {
  name: string
  category: (draw: Draw) => string
  query: (draw: Draw) => Record<string, string>
}

const anyCategory = (draw: Draw) => `c${draw(57)}`
const specs = ['90W', 'USB-C', 'black', 'left', '8GB', 'DDR5', 'IPS', 'matte', '48 Wh', 'US', 'pair', 'HDMI']
const spec = (draw: Draw) => specs[draw(specs.length)] ?? ''
const anyColumn = (draw: Draw) => `${['weight', 'spec', 'colour'][draw(3)]}:${['asc', 'desc'][draw(2)]}`
const range = (draw: Draw) => `${1 + draw(2_000)}..${2_000 + draw(3_000)}`

/** Over a catalogue of million-products.ts with at least 100,000 products. */
export const listClasses: readonly ListClass[] = [
  { name: 'a category', category: anyCategory, query: () => ({}) },
  {
    name: 'one or two attributes in a category',
    category: anyCategory,
    query: (draw) => ({ filter: `spec:${spec(draw)}~spec:${spec(draw)}~weight:${draw(20)}..${50 + draw(900)}` }),
  },
  { name: 'in stock in a category', category: anyCategory, query: () => ({ stock: 'in' }) },
  { name: 'a price range in a category', category: anyCategory, query: (draw) => ({ price: range(draw) }) },
  { name: 'any order of a category', category: anyCategory, query: (draw) => ({ sort: sorts[draw(5)] ?? 'name' }) },
  {
    name: 'a deep page of the whole catalogue',
    category: () => wholeCatalogue,
    query: (draw) => ({ page: String(1 + draw(4_000)), sort: sorts[draw(5)] ?? 'name' }),
  },
  {
    name: 'filters over the whole catalogue',
    category: () => wholeCatalogue,
    query: (draw) => ({ stock: 'in', filter: `spec:${spec(draw)}`, price: range(draw) }),
  },
  {
    name: 'a table of a category sorted by an attribute',
    category: anyCategory,
    query: (draw) => ({ view: 'table', sort: anyColumn(draw) }),
  },
  {
    name: 'a table of the whole catalogue sorted by an attribute',
    category: () => wholeCatalogue,
    query: (draw) => ({ view: 'table', sort: anyColumn(draw), page: String(1 + draw(4_000)) }),
  },
]
