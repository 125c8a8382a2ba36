import { expect, test } from 'vitest'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { shownOf } from '../../support/page-answer.ts'
import { fixtureShop, swedish } from '../ordering/checkout/buyer.ts'
import { importText } from './import-with.ts'
import { product } from './imported-product.ts'

const feed = (name: string) => ['feed.csv', `sku;name;grams\nA;${name};180\n`] as const

test('a weight that the profile takes for granted counts for delivery and is not shown', async () => {
  await using shop = await fixtureShop()
  const weightShown = async () => shownOf(await productPage(shop, swedish(), 'one'))?.page.weightGrams
  expect((await importText(shop, feed('One'), { weight: 900 })).created).toBe(1)
  expect((await product(shop, 'A')).row).toMatchObject({ weight_grams: 900, weight_assumed: 1 })
  expect(await weightShown()).toBe(0)
  const given = { weight: { column: 'grams' } }
  expect((await importText(shop, feed('One'), given)).changed).toBe(1)
  expect((await product(shop, 'A')).row).toMatchObject({ weight_grams: 180, weight_assumed: 0 })
  expect(await weightShown()).toBe(180)
  expect((await importText(shop, feed('One'), { weight: 180 })).changed).toBe(1)
  expect(await weightShown()).toBe(0)
})
