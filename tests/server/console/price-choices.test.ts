import { expect, test } from 'vitest'
import { newPriceChangeScreen } from '../../../src/server/console/price-changes/new-price-change-page.ts'
import { priceChangeScreen } from '../../../src/server/console/price-changes/price-change-page.ts'
import { carryOutChanges } from '../../../src/server/pricing/price-changes/carry-out-changes.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

const form = {
  action: 'make',
  skus: '',
  brand: '',
  from: '',
  to: '',
  status: '',
  stock: '',
  ending: 'ore',
  how: 'percent',
  value: '5',
}

test.each([
  'dell (en)',
  'Laptop-parts (en) / Batteries (en)',
  'laptopdelar (sv)/batterier (sv) / DELL (sv)',
  'batterier (sv) / dell (en)',
])('a category can be written as %j', async (category) => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const { location, fault } = await outcome(shop, who, newPriceChangeScreen, { form: { ...form, category } })
  expect(fault).toBeNull()
  const id = /price-changes\/([^?]+)/.exec(location ?? '')?.[1] ?? ''
  await carryOutChanges(shop, new AbortController().signal)
  expect((await contentOf(shop, who, priceChangeScreen, { params: { id } })).counts.total).toBe(6)
})

test.each(['Screws (en) / Batteries (en)', 'Batteries (en) / Laptop-parts (en)', ' / '])(
  'a category that the shop does not have, %j, is refused',
  async (category) => {
    await using shop = await fixtureShop()
    const who = await signedIn(shop, 'owner')
    const { fault } = await outcome(shop, who, newPriceChangeScreen, { form: { ...form, category } })
    expect(fault).toContain(`There is no "${category.trim()}"`)
  },
)
