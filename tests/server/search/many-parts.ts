import { sql } from 'kysely'
import { insertRows } from '../../../src/server/platform/db/bulk.ts'
import { indexProducts, optimizeIndex } from '../../../src/server/search/index-products.ts'
import { freshShop, type TestShop } from '../../support/test-shop.ts'

/** 10,000 of these parts are listed: numbers 1 to 62 are the least popular, below a step of popularity. */
export const parts = 10_062
export const brands = ['zylon-ara', 'zylon-bela', 'zylon-cora', 'zylon-dora', 'zylon-elba']

/**
 * The fixture shop with 10,062 more parts, "Zylon clip 17 red", whose prices are independent of their popularity: every
 * other one is red, every third in stock and 4,567 mm long, the others 4,568 mm, every fifth of one of five brands.
 */
export async function manyParts(): Promise<TestShop> {
  const shop = await freshShop({ seeded: true, isWatched: true })
  const { db, kind } = shop
  const numbers = Array.from({ length: parts }, (_, at) => at + 1)
  await db
    .insertInto('brands')
    .values(brands.map((id) => ({ id, name: id, slug: id, maker: '', eu_contact: '' })))
    .execute()
  await insertRows(
    db,
    kind,
    'products',
    numbers.map((number) => ({
      id: `clip-${number}`,
      type: 1 as const,
      sku: `ZC-${number}`,
      position: 0,
      brand_id: brands[number % brands.length] ?? null,
      group_size: 1,
      free: 0 as const,
      vat_class: 'standard',
      weight_grams: 1,
      weight_assumed: 0,
      status: 'published' as const,
      notifyable: 0 as const,
      decoration: '',
      popularity: number,
      published_at: '2026-01-01',
      sort_price: (number * 7_919) % 10_067,
      created_at: '2026-01-01',
      updated_at: '2026-01-01',
    })),
  )
  await insertRows(
    db,
    kind,
    'product_texts',
    numbers.flatMap((number) =>
      (['en', 'sv'] as const).map((language) => ({
        product_id: `clip-${number}`,
        language,
        name: `Zylon clip ${number} ${number % 2 === 0 ? 'blue' : 'red'}`,
        prefix: '',
        slug: `clip-${number}`,
        description: '',
        label: '',
      })),
    ),
  )
  const length = (number: number) => (number % 3 === 0 ? '4567' : '4568')
  await insertRows(
    db,
    kind,
    'product_attributes',
    numbers.map((number) => ({
      product_id: `clip-${number}`,
      attribute_id: 'length',
      value: length(number),
      position: 0,
    })),
  )
  await insertRows(
    db,
    kind,
    'stock',
    numbers.map((number) => ({
      product_id: `clip-${number}`,
      on_hand: number % 3 === 0 ? 5 : 0,
      reserved: 0,
      incoming_at: null,
    })),
  )
  if (kind === 'postgres') await sql`analyze products, product_texts, stock`.execute(db)
  await db.transaction().execute(async (trx) => {
    await indexProducts(
      trx,
      kind,
      numbers.map((number) => `clip-${number}`),
    )
    await optimizeIndex(trx, kind)
  })
  return shop
}

/** The expected ids from the tables: parts whose name contains these words, cheapest first. */
export async function namedParts({ db }: TestShop, ...pieces: readonly string[]): Promise<string[]> {
  let query = db
    .selectFrom('products as p')
    .innerJoin('product_texts as t', 't.product_id', 'p.id')
    .select('p.id')
    .where('t.language', '=', 'en')
    .where('t.name', 'like', 'Zylon clip %')
    .orderBy('p.sort_price')
  for (const piece of pieces) query = query.where('t.name', 'like', `%${piece}%`)
  return (await query.execute()).map((row) => row.id)
}
