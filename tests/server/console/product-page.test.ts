import { expect, test } from 'vitest'
import { newProductScreen } from '../../../src/server/console/products/make/new-product-page.ts'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, visit, type Browser } from './at-console.ts'

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

test('a product is opened by its number or its id, and nothing else', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'seller')
  const { id, sku } = await someProduct(shop)
  expect((await contentOf(shop, who, productScreen, { params: { sku } })).id).toBe(id)
  expect((await contentOf(shop, who, productScreen, { params: { sku: id } })).sku).toBe(sku)
  expect((await outcome(shop, who, productScreen, { params: { sku: "x' or '1'='1" } })).status).toBe(404)
})

test('texts in both languages are saved, cleaned and shown to shoppers; the old address leads on', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const { id, sku } = await someProduct(shop)
  const typed = {
    name_sv: ' Fläkt   till  dator ',
    name_en: '<script>alert(1)</script> fan',
    description_sv: 'Rad ett\r\nRad två',
    slug_en: 'new-fan',
  }
  const { status, location } = await saved(shop, who, sku, 'texts', typed)
  expect([status, location]).toEqual([303, `/console/products/${sku}?done=texts#texts`])
  expect(await shownTo(shop, who, sku)).toMatchObject({
    name_sv: 'Fläkt till dator',
    name_en: '<script>alert(1)</script> fan',
    description_sv: 'Rad ett\nRad två',
    slug_en: 'new-fan',
  })
  const [entry] = await auditOf(shop.db, { kind: 'product', id })
  expect(entry).toMatchObject({ operation: 'products.edit', after: expect.stringContaining('Fläkt till dator') })
  const tags = await shop.db.selectFrom('invalidations').select('tag').where('tag', '=', `product:${id}`).execute()
  expect(tags).not.toEqual([])
  const redirects = await shop.db.selectFrom('redirects').selectAll().execute()
  expect(JSON.stringify(redirects)).toContain('new-fan')
})

test('a name that is missing, a number that is taken and fields that cannot be read are refused', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const { id, sku } = await someProduct(shop)
  const other = await shop.db
    .selectFrom('products')
    .select('sku')
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirstOrThrow()
  const before = await shownTo(shop, who, sku)
  const wrong: readonly (readonly [string, Record<string, string>])[] = [
    ['texts', { name_sv: '' }],
    ['texts', { name_sv: 'x'.repeat(251) }],
    ['numbers', { sku: other.sku }],
    ['numbers', { sku: '' }],
    ['details', { brand: 'Nobody Knows This' }],
    ['details', { category: 'nowhere' }],
    ['details', { weight_grams: '-1' }],
    ['details', { status: 'archived' }],
    ['details', { tags: 'no-such-tag' }],
    ['prices', { price_SEK: 'much' }],
    ['prices', { campaign_from: '2026-01-01' }],
    ['prices', { campaign_price: '0' }],
    ['stock', { stock: '1.5' }],
    ['stock', { incoming: '2026-02-31' }],
    ['links', { related_accessory: 'NO-SUCH' }],
    ['links', { related_accessory: sku }],
    ['links', { devices: 'no-such-device' }],
  ]
  for (const [action, typed] of wrong)
    expect([typed, (await saved(shop, who, sku, action, typed)).status]).toEqual([typed, 422])
  // A field that the form had not shown is not written.
  await outcome(shop, who, productScreen, { params: { sku }, form: { action: 'texts', 'field:name_sv': 'Y' } })
  expect(await shownTo(shop, who, sku)).toEqual(before)
})

test('of two people who change one field the second chooses; what only one changed is kept', async () => {
  await using shop = await fixtureShop()
  const [anna, bo] = [await signedIn(shop, 'owner'), await signedIn(shop, 'manager')]
  const { sku } = await someProduct(shop)
  const shown = await shownTo(shop, anna, sku)
  const at = (who: Browser, typed: Record<string, string>) =>
    visit(shop, who, productScreen, { params: { sku }, form: formOf('texts', shown, typed) })
  expect(await at(anna, { name_sv: 'Annas', prefix_sv: 'A' })).toHaveProperty('status', 303)
  const refused = await at(bo, { name_sv: 'Bos', name_en: "Bo's" })
  if (refused instanceof Response || 'stepUp' in refused.page) throw new Error('Not refused.')
  expect(refused.status).toBe(422)
  expect(refused.page.fault).toContain('The owner has changed this meanwhile')
  expect(refused.page.values).toMatchObject({ 'field:name_sv': 'Bos', 'was:field:name_sv': shown['name_sv'] })
  expect(await at(bo, { name_en: "Bo's" })).toHaveProperty('status', 303)
  const taken = { action: 'texts', 'field:name_sv': 'Bos', 'was:field:name_sv': 'Annas', 'use:field:name_sv': '1' }
  expect((await outcome(shop, bo, productScreen, { params: { sku }, form: taken })).status).toBe(303)
  expect(await shownTo(shop, bo, sku)).toMatchObject({ name_sv: 'Annas', name_en: "Bo's", prefix_sv: 'A' })
})

test('of two people who save one field at once one is refused', async () => {
  await using shop = await fixtureShop()
  const [anna, bo] = [await signedIn(shop, 'owner'), await signedIn(shop, 'manager')]
  const { sku } = await someProduct(shop)
  const shown = await shownTo(shop, anna, sku)
  const save = (who: Browser, name: string) =>
    outcome(shop, who, productScreen, { params: { sku }, form: formOf('texts', shown, { name_sv: name }) })
  const both = await Promise.all([save(anna, 'Annas'), save(bo, 'Bos')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422])
})

test('prices, tiers and a campaign are saved with their history; an editor may not', async () => {
  await using shop = await fixtureShop()
  const [owner, editor] = [await signedIn(shop, 'owner'), await signedIn(shop, 'editor')]
  const { id, sku } = await someProduct(shop)
  expect((await saved(shop, editor, sku, 'prices', { price_SEK: '1' })).status).toBe(403)
  const typed = {
    price_SEK: '1 234,50\n10: 1 000',
    price_EUR: '99.90',
    campaign_price: '999',
    campaign_from: '2026-01-01',
    campaign_until: '2099-12-31',
  }
  expect((await saved(shop, owner, sku, 'prices', typed)).status).toBe(303)
  expect(await shownTo(shop, owner, sku)).toMatchObject({
    ...typed,
    price_SEK: '1234.50\n10: 1000.00',
    campaign_price: '999.00',
  })
  const history = await shop.db
    .selectFrom('price_history')
    .select(['currency', 'amount', 'valid_until'])
    .where('product_id', '=', id)
    .where('valid_until', 'is', null)
    .orderBy('currency')
    .execute()
  expect(history.map(({ currency, amount }) => [currency, amount])).toEqual([
    ['EUR', 9_990],
    ['SEK', 123_450],
  ])
  const { sort_price: sortPrice } = await shop.db
    .selectFrom('products')
    .select('sort_price')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(sortPrice).toBe(99_900)
  expect((await saved(shop, owner, sku, 'prices', { price_SEK: '1234.50', campaign_price: '' })).status).toBe(303)
  expect(await shownTo(shop, owner, sku)).toMatchObject({ price_SEK: '1234.50', campaign_price: '', campaign_from: '' })
})

test('stock, its level and the day of more are saved; what is reserved stays', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const { id, sku } = await someProduct(shop)
  await shop.db.updateTable('stock').set({ on_hand: 9, reserved: 4 }).where('product_id', '=', id).execute()
  const typed = { stock: '2', level: '5', incoming: '2027-01-15' }
  expect((await saved(shop, who, sku, 'stock', typed)).status).toBe(303)
  expect(await shownTo(shop, who, sku)).toMatchObject({ stock: '4', level: '5', incoming: '2027-01-15' })
  expect((await saved(shop, who, sku, 'stock', { stock: '20', level: '', incoming: '' })).status).toBe(303)
  expect(await shownTo(shop, who, sku)).toMatchObject({ stock: '20', level: '', incoming: '' })
  const row = await shop.db.selectFrom('stock').selectAll().where('product_id', '=', id).executeTakeFirstOrThrow()
  expect([row.on_hand, row.reserved]).toEqual([20, 4])
})

test('numbers, categories, relations and intervals are saved; a changed number keeps the product', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const { id, sku } = await someProduct(shop)
  const others = await shop.db
    .selectFrom('products')
    .select('sku')
    .where('id', '!=', id)
    .orderBy('sku')
    .limit(2)
    .execute()
  const [one = '', two = ''] = others.map((each) => each.sku)
  const page = await contentOf(shop, who, productScreen, { params: { sku } })
  const categories = page.suggestions.categories.slice(0, 3)
  const [main = '', ...more] = categories
  const details = { category: main, more_categories: more.join('\n'), subscription_days: '30\n60', weight_grams: '250' }
  expect((await saved(shop, who, sku, 'details', details)).status).toBe(303)
  const links = { related_accessory: `${one}\n${two}`, related_bundle: `${two} -15%` }
  expect((await saved(shop, who, sku, 'links', links)).status).toBe(303)
  const numbers = { sku: 'NEW 1', numbers_ean: '4006381333931', numbers_maker: 'M-1\nM-2', numbers_replaces: 'OLD-1' }
  const renamed = await saved(shop, who, sku, 'numbers', numbers)
  expect([renamed.status, renamed.location]).toEqual([303, '/console/products/NEW%201?done=numbers#numbers'])
  const after = await shownTo(shop, who, 'NEW 1')
  expect(after).toMatchObject({
    ...links,
    ...numbers,
    category: main,
    weight_grams: '250',
    subscription_days: '30\n60',
  })
  expect(after['more_categories']?.split('\n').toSorted()).toEqual(more.toSorted())
  expect((await contentOf(shop, who, productScreen, { params: { sku: 'NEW 1' } })).id).toBe(id)
})

/** Makes a product by the form; returns the outcome. */
function made(shop: Shop, who: Browser, form: Record<string, string>, from?: string) {
  return outcome(shop, who, newProductScreen, {
    query: from === undefined ? {} : { from },
    form: { action: 'make', name_sv: 'Ny', name_en: 'New', ...(from === undefined ? {} : { from }), ...form },
  })
}

test('a new product is a draft with its price, made once, and published on its page', async () => {
  await using shop = await fixtureShop()
  const [owner, editor] = [await signedIn(shop, 'owner'), await signedIn(shop, 'editor')]
  const { status, location } = await made(shop, owner, { sku: 'N-1', price: '1 499' })
  expect([status, location]).toEqual([303, '/console/products/N-1?done=make'])
  expect(await shownTo(shop, owner, 'N-1')).toMatchObject({ status: 'draft', price_SEK: '1499.00', stock: '0' })
  expect((await made(shop, owner, { sku: 'N-1' })).status).toBe(422)
  expect((await made(shop, owner, { sku: 'N-2', name_en: '' })).status).toBe(303)
  expect(await shownTo(shop, owner, 'N-2')).toMatchObject({ name_sv: 'Ny', name_en: 'Ny', status: 'draft' })
  const faulty: Record<string, string>[] = [
    { sku: '' },
    { sku: 'N-4', name_sv: '', name_en: '' },
    { sku: 'N-4', price: '0' },
    { sku: 'x'.repeat(61) },
  ]
  for (const wrong of faulty) expect([wrong, (await made(shop, owner, wrong)).status]).toEqual([wrong, 422])
  // The reader's own language is the one that is asked for.
  const { values } = await made(shop, owner, { sku: 'N-4', name_sv: '', name_en: '' })
  expect(Object.keys(values ?? {}).filter((name) => name.startsWith('fault:'))).toEqual(['fault:name_en'])
  expect((await made(shop, editor, { sku: 'N-3', price: '5' })).status).toBe(422)
  expect((await made(shop, editor, { sku: 'N-3' })).status).toBe(303)
  await outcome(shop, editor, productScreen, { params: { sku: 'N-1' }, form: { action: 'publish' } })
  const page = await contentOf(shop, owner, productScreen, { params: { sku: 'N-1' } })
  expect([page.status, page.addresses.length]).toEqual(['published', 2])
  const operations = (await auditOf(shop.db, { kind: 'product', id: page.id })).map((entry) => entry.operation)
  expect(operations).toEqual(['products.publish', 'products.make'])
})

test('a copy has what its original has but numbers, stock, campaign and address', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const [bat, copy] = [await shownTo(shop, who, 'BAT'), 'BAT-COPY']
  expect((await made(shop, who, { sku: copy }, 'BAT')).status).toBe(303)
  const shown = await shownTo(shop, who, copy)
  for (const field of ['brand', 'category', 'group', 'description_sv', 'devices', 'numbers_maker', 'related_accessory'])
    expect([field, shown[field]]).toEqual([field, bat[field]])
  expect(shown).toMatchObject({ sku: copy, status: 'draft', stock: '0', numbers_ean: '', price_SEK: '' })
  expect(shown['slug_sv']).not.toBe(bat['slug_sv'])
  expect((await made(shop, who, { sku: 'X' }, 'NO-SUCH')).status).toBe(422)
})

test('a product is deleted only where nothing refers to it', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const remove = (sku: string, sure = 'yes') =>
    outcome(shop, who, productScreen, { params: { sku }, form: { action: 'remove', sure } })
  // A piece of a set, and a product with choices.
  for (const sku of ['FAN', 'KB']) expect((await remove(sku)).status).toBe(422)
  await made(shop, who, { sku: 'N-1', price: '10' })
  expect((await remove('N-1', '')).status).toBe(422)
  await saved(shop, who, 'PASTE', 'links', { related_accessory: 'N-1' })
  expect((await remove('N-1')).status).toBe(422)
  await saved(shop, who, 'PASTE', 'links', { related_accessory: '' })
  await saved(shop, who, 'N-1', 'stock', { level: '5', shelf: 'A-1' })
  const rowsOf = async (table: 'stock_levels' | 'stock_shelves') =>
    (await shop.db.selectFrom(table).select('product_id').execute()).length
  const before = [await rowsOf('stock_levels'), await rowsOf('stock_shelves')]
  const { status, location } = await remove('N-1')
  expect([status, location]).toEqual([303, '/console/products?done=remove'])
  expect((await outcome(shop, who, productScreen, { params: { sku: 'N-1' } })).status).toBe(404)
  expect((await remove('N-1')).status).toBe(404)
  expect([await rowsOf('stock_levels'), await rowsOf('stock_shelves')]).toEqual(before.map((count) => count - 1))
  const entries = await shop.db
    .selectFrom('audit_log')
    .select('operation')
    .where('operation', '=', 'products.remove')
    .execute()
  expect(entries).toHaveLength(1)
})
