import { expect, test } from 'vitest'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

/** A published product with a price and stock of its own, which nobody's cost fixes. */
async function someProduct(shop: Shop) {
  return shop.db.selectFrom('products').select(['id', 'sku']).where('id', '=', 'fan').executeTakeFirstOrThrow()
}

/** What the forms of the page show, by field. */
async function shownTo(shop: Shop, who: Browser, sku: string): Promise<Record<string, string>> {
  const { sections } = await contentOf(shop, who, productScreen, { params: { sku } })
  return Object.fromEntries(sections.flatMap(({ fields }) => fields.map(({ name, value }) => [name.slice(6), value])))
}

/** The form of a section: what somebody wrote, and what it had shown. */
function formOf(action: string, shown: Record<string, string>, typed: Record<string, string>) {
  const fields = Object.entries(typed).flatMap(([name, text]) => [
    [`field:${name}`, text],
    [`was:field:${name}`, shown[name] ?? ''],
  ])
  return { action, ...Object.fromEntries(fields) }
}

async function saved(shop: Shop, who: Browser, sku: string, action: string, typed: Record<string, string>) {
  const form = formOf(action, await shownTo(shop, who, sku), typed)
  return outcome(shop, who, productScreen, { params: { sku }, form })
}

test('what was typed in several sections is saved with one of them, prices only by who may change them', async () => {
  await using shop = await fixtureShop()
  const [owner, editor] = [await signedIn(shop, 'owner'), await signedIn(shop, 'editor')]
  const { id, sku } = await someProduct(shop)
  const typed = { stock: '17', name_sv: 'Tyst fläkt', price_SEK: '77,50' }
  const before = await shownTo(shop, owner, sku)
  expect((await saved(shop, editor, sku, 'stock', typed)).status).toBe(422)
  expect(await shownTo(shop, owner, sku)).toEqual(before)
  const refused = await saved(shop, owner, sku, 'stock', { ...typed, price_SEK: 'much' })
  expect(refused.values).toMatchObject({ 'field:name_sv': 'Tyst fläkt', 'fault:field:price_SEK': expect.any(String) })
  expect((await saved(shop, owner, sku, 'stock', typed)).status).toBe(303)
  expect(await shownTo(shop, owner, sku)).toMatchObject({ ...typed, price_SEK: '77.50' })
  expect(await auditOf(shop.db, { kind: 'product', id })).toHaveLength(1)
})
