import { expect, test } from 'vitest'
import { saveProducts } from '../../../src/server/catalog/maintenance/save-products.ts'
import { searchProducts } from '../../../src/server/search/search-products.ts'
import { aCatalogue, record } from './a-catalogue.ts'

test('what can be bought comes before what is only named as the kind is', async () => {
  await using shop = await aCatalogue()
  const part = (id: string, en: string, isPriced: boolean) => ({
    ...record({ id, en, sv: en, sku: id, category: 'keyboards' }),
    prices: isPriced ? [{ currency: 'SEK' as const, min_quantity: 1, amount: 99_900 }] : [],
    stock: { on_hand: 5, incoming_at: null },
  })
  const parts = [
    part('named', 'Wireless Keyboard K360', false),
    part('priced', 'Zeta K400 wireless', true),
    part('model', 'K360 wired', true),
  ]
  await shop.db.transaction().execute((trx) =>
    saveProducts(trx, parts, {
      kind: shop.kind,
      now: new Date('2026-01-01'),
      productPath: (language, slug) => `/${language}/${slug}`,
    }),
  )
  const find = async (query: string) =>
    (await searchProducts(shop, { query, language: 'en', limit: 10, offset: 0 })).ids.filter((id) =>
      parts.some((each) => each.id === id),
    )
  expect(await find('wireless keyboard')).toEqual(['priced', 'named'])
  expect(await find('wireless k360')).toEqual(['named'])
  expect(await find('keyboard k360')).toEqual(['model', 'named'])
})
