import { expect, test } from 'vitest'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { outcome, signedIn } from './at-console.ts'

test('an assumed weight that somebody changes is a fact from then on', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const save = async (field: string, was: string, typed: string) => {
    const form = { action: 'details', [`field:${field}`]: typed, [`was:field:${field}`]: was }
    return (await outcome(shop, who, productScreen, { params: { sku: 'FAN' }, form })).status
  }
  const stored = () =>
    shop.db.selectFrom('products').select(['weight_grams', 'weight_assumed']).where('id', '=', 'fan').executeTakeFirst()
  await shop.db.updateTable('products').set({ weight_grams: 900, weight_assumed: 1 }).where('id', '=', 'fan').execute()
  expect(await save('decoration', '', 'NY')).toBe(303)
  expect(await stored()).toEqual({ weight_grams: 900, weight_assumed: 1 })
  expect(await save('weight_grams', '900', '850')).toBe(303)
  expect(await stored()).toEqual({ weight_grams: 850, weight_assumed: 0 })
  expect(await save('weight_assumed', '', 'yes')).toBe(303)
  expect(await stored()).toEqual({ weight_grams: 850, weight_assumed: 1 })
})
