import { expect, test } from 'vitest'
import { updatedAtTag } from '../../../../src/server/catalog/change-queries.ts'
import { CatalogIndex } from '../../../../src/server/catalog/columns/catalog-index.ts'
import type { ProductColumns } from '../../../../src/server/catalog/columns/product-columns.ts'
import { rememberedOf } from '../../../../src/server/catalog/columns/remembered.ts'
import { brandTerms, categoryTerms } from '../../../../src/server/catalog/columns/terms.ts'
import { countAhead } from '../../../../src/server/catalog/selection/count-ahead.ts'
import { countsWithTerm } from '../../../../src/server/catalog/selection/count-terms.ts'
import { selectInOnePass, selectProducts } from '../../../../src/server/catalog/selection/select-products.ts'
import { freshDatabase, type TestDatabase } from '../../../support/test-database.ts'
import { writeManyProducts } from '../many-products.ts'

const categories = ['odd', 'even']

/** Eight products of one brand in two categories. */
async function twoCategories(database: TestDatabase): Promise<CatalogIndex> {
  const { db } = database
  await writeManyProducts(database, 8)
  await db
    .insertInto('categories')
    .values(categories.map((id) => ({ id, parent_id: null, position: 0, main_menu: 0, product_count: 4 })))
    .execute()
  await db
    .insertInto('category_products')
    .values(Array.from({ length: 8 }, (_, at) => inCategory(`many-${at + 1}`, categories[at % 2] ?? '')))
    .execute()
  return new CatalogIndex(database, () => undefined, { rest: Number.MAX_VALUE })
}

const inCategory = (product_id: string, category_id: string) =>
  ({ category_id, product_id, direct: 1, main: 0 }) as const

const termOf = ({ terms }: ProductColumns, category: string) => terms.find(categoryTerms, category) ?? Number.NaN

/** What lists of a category, of all and in stock, have in memory, and what one pass over them counts. */
function both(columns: ProductColumns, category: string) {
  const term = termOf(columns, category)
  const scope = columns.withTerm(term)
  return [true, false].map((inStock) => {
    const conditions = { scope, term, choices: [], inStock, sold: columns.sold }
    const brand = columns.terms.find(brandTerms, 'many') ?? Number.NaN
    const [kept, anew] = [selectProducts(columns, conditions), selectInOnePass(columns, conditions)]
    return [kept, anew].map(({ hits, counts, inStock: sold }) => ({ hits: [...hits], brand: counts[brand], sold }))
  })
}

function expectTrue(columns: ProductColumns): void {
  for (const category of categories) for (const [kept, anew] of both(columns, category)) expect(kept).toEqual(anew)
}

test('cached values of a category are dropped at each change of its products, and at no other', async () => {
  await using database = await freshDatabase()
  const { db } = database
  const index = await twoCategories(database)
  const columns = await index.columns()
  expectTrue(columns)
  const even = countsWithTerm(columns, termOf(columns, 'even'), false)
  const change = async (write: Promise<unknown>, id: string) => {
    await write
    index.note([`product:${id}`])
    expect(await index.columns()).toBe(columns)
    expectTrue(columns)
  }
  await change(db.updateTable('stock').set({ on_hand: 0 }).where('product_id', '=', 'many-1').execute(), 'many-1')
  await change(db.updateTable('products').set({ brand_id: null }).where('id', '=', 'many-3').execute(), 'many-3')
  await db.updateTable('products').set({ status: 'draft' }).where('id', '=', 'many-5').execute()
  await change(db.deleteFrom('search_documents').where('product_id', '=', 'many-5').execute(), 'many-5')
  expect(countsWithTerm(columns, termOf(columns, 'even'), false)).toBe(even)
  await change(
    db.updateTable('category_products').set({ category_id: 'even' }).where('product_id', '=', 'many-7').execute(),
    'many-7',
  )
  expect(countsWithTerm(columns, termOf(columns, 'even'), false)).not.toBe(even)
  expect(both(columns, 'odd')[1]?.[0]?.hits).toHaveLength(2)
  expect(both(columns, 'even')[1]?.[0]?.hits).toHaveLength(5)
})

test('cached values belong to the columns that they were computed from', async () => {
  await using database = await freshDatabase()
  const { db } = database
  const index = await twoCategories(database)
  const columns = await index.columns()
  expectTrue(columns)
  const at = '2026-03-01T12:00:00.000Z'
  await db.updateTable('products').set({ brand_id: null, updated_at: at }).where('id', '=', 'many-1').execute()
  index.note([updatedAtTag(at)])
  await expect.poll(async () => [...((await index.columns()).changes.since(0) ?? [])].length).toBe(1)
  expectTrue(columns)
  index.note(['catalog'])
  await expect.poll(async () => (await index.columns()) === columns).toBe(false)
  const anew = await index.columns()
  expect(rememberedOf(anew)).not.toBe(rememberedOf(columns))
  expectTrue(anew)
})

test('small categories are not counted ahead', async () => {
  await using database = await freshDatabase()
  const columns = await (await twoCategories(database)).columns()
  await countAhead(columns)
  let isCounted = true
  rememberedOf(columns).value(`counts ${termOf(columns, 'odd')} `, termOf(columns, 'odd'), () => (isCounted = false))
  expect(isCounted).toBe(false)
})
