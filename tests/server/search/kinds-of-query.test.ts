import { expect, test } from 'vitest'
import { listQuery } from '../../../src/contracts/catalog-pages/list-query.ts'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { searchPage } from '../../../src/server/storefront/search-page.ts'
import { productPath } from '../../support/fixture-catalogue.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'
import { record } from './a-catalogue.ts'

/** A mouse in a category of mice, and a cheaper key that is found by the name of the category above. */
async function withMice(shop: Shop): Promise<void> {
  const names: Readonly<Record<string, string>> = {
    input: 'Tangentbord och möss',
    mice: 'Möss',
    keys: 'Lösa tangenter',
  }
  const row = (id: string, position: number) => ({
    id,
    parent_id: id === 'input' ? null : 'input',
    position,
    main_menu: 0 as const,
    picture_id: null,
    uri: null,
    product_count: 1,
  })
  await shop.db.insertInto('categories').values(Object.keys(names).map(row)).execute()
  const text = (id: string) => ({
    category_id: id,
    name: names[id] ?? '',
    slug: id,
    path: id === 'input' ? id : `input/${id}`,
    description: '',
  })
  const texts = Object.keys(names).flatMap((id) =>
    (['sv', 'en'] as const).map((language) => ({ ...text(id), language })),
  )
  await shop.db.insertInto('category_texts').values(texts).execute()
  const parts = { mouse: ['mice', 'Mus med sladd'], key: ['keys', 'Lös tangent, tangentbord och mus'] } as const
  const records = Object.entries(parts).map(([id, [category, name]], at) => ({
    ...record({ id, sv: name, en: name, sku: `IN-${at}`, popularity: 40, category }),
    prices: [{ currency: 'SEK' as const, min_quantity: 1, amount: id === 'key' ? 6_900 : 19_900 }],
  }))
  await shop.db
    .transaction()
    .execute((trx) => saveProducts(trx, records, { kind: shop.kind, now: shop.now(), productPath }))
}

const skusOf = ({ page }: { page: { listing: { products: readonly { sku: string }[] } } }) =>
  page.listing.products.map(({ sku }) => sku)

test('the cheapest of a kind of part is of that kind, which can be taken away', async () => {
  await using shop = await fixtureShop()
  await withMice(shop)
  const open = (query: Record<string, string>) => searchPage(shop, swedish(), listQuery.parse(query))
  const answer = await open({ q: 'billig bra gaming mus' })
  expect(answer instanceof Response && answer.headers.get('location')).toBe(
    '/sv/sok?q=bra+gaming+mus&kind=mice&sort=price_up',
  )
  const narrowed = await open({ q: 'bra gaming mus', kind: 'mice', sort: 'price_up' })
  if (narrowed instanceof Response) throw new Error('The list is shown.')
  expect(skusOf(narrowed)).toEqual(['IN-0'])
  const [chosen] = narrowed.page.listing.chosen
  expect(chosen).toMatchObject({ label: 'Möss', path: '/sv/sok?q=bra+gaming+mus&sort=price_up' })
  const all = await open({ q: 'bra gaming mus', kind: 'nothing', sort: 'price_up' })
  if (all instanceof Response) throw new Error('The list is shown.')
  expect(skusOf(all)).toEqual(['IN-1', 'IN-0'])
})

test.each(['prisvärd mus', 'budget mus', 'mus prisvärda'])('"%s" is the cheapest of its kind, too', async (q) => {
  await using shop = await fixtureShop()
  await withMice(shop)
  const answer = await searchPage(shop, swedish(), listQuery.parse({ q }))
  expect(answer instanceof Response && answer.headers.get('location')).toBe('/sv/kategori/input/mice?sort=price_up')
})

test('a word for cheap parts that is in a name asks for that name', async () => {
  await using shop = await fixtureShop()
  await withMice(shop)
  const named = record({
    id: 'budget',
    sv: 'Mus Budget',
    en: 'Budget mouse',
    sku: 'IN-9',
    popularity: 40,
    category: 'mice',
  })
  await shop.db
    .transaction()
    .execute((trx) => saveProducts(trx, [named], { kind: shop.kind, now: shop.now(), productPath }))
  const answer = await searchPage(shop, swedish(), listQuery.parse({ q: 'budget mus' }))
  if (answer instanceof Response) throw new Error('The list is shown.')
  expect(skusOf(answer)).toEqual(['IN-9'])
})
