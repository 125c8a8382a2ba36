import { expect, test } from 'vitest'
import { productPiecesScreen } from '../../../src/server/console/products/pieces/pieces-page.ts'
import { productsScreen } from '../../../src/server/console/products/products-page.ts'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { previewPage } from '../../../src/server/storefront/preview-page.ts'
import { defaultContext } from '../../support/default-context.ts'
import { shownOf } from '../../support/page-answer.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser, type Form } from './at-console.ts'

const open = (shop: Shop, who: Browser, sku = 'fan') => contentOf(shop, who, productScreen, { params: { sku } })
const act = (shop: Shop, who: Browser, form: Form, sku = 'fan') =>
  outcome(shop, who, productScreen, { params: { sku }, form })

async function shownTo(shop: Shop, who: Browser, sku = 'fan'): Promise<Record<string, string>> {
  const { sections } = await open(shop, who, sku)
  return Object.fromEntries(sections.flatMap(({ fields }) => fields.map(({ name, value }) => [name.slice(6), value])))
}

async function save(shop: Shop, who: Browser, action: string, typed: Record<string, string>) {
  const shown = await shownTo(shop, who)
  const fields = Object.entries(typed).flatMap(([name, text]) => [
    [`field:${name}`, text],
    [`was:field:${name}`, shown[name] ?? ''],
  ])
  return act(shop, who, { action, ...Object.fromEntries(fields) })
}

/** The newest entry about a product, and what undoing it ends with. */
async function newest(shop: Shop, id = 'fan') {
  const [entry] = await auditOf(shop.db, { kind: 'product', id })
  return entry?.id ?? ''
}
const undo = (shop: Shop, who: Browser, entry: string, sku = 'fan') => act(shop, who, { action: 'undo', entry }, sku)

test('a change of texts, numbers, tags, prices and stock is undone from the history, and undone again', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const before = await shownTo(shop, who)
  const changes: readonly (readonly [string, Record<string, string>])[] = [
    ['texts', { name_sv: 'Annat namn', description_en: 'Line one\nLine two' }],
    ['details', { tags: '', weight_grams: '77', category: '' }],
    ['numbers', { numbers_ean: '7350000000015\n7350000000022', numbers_maker: 'A|B' }],
    ['prices', { price_SEK: '111.00\n5: 99.00', price_EUR: '10.00' }],
    ['stock', { stock: '3', level: '2', incoming: '2027-03-01' }],
    ['links', { related_accessory: 'RAM', devices: '' }],
  ]
  for (const [action, typed] of changes) {
    expect([action, (await save(shop, who, action, typed)).status]).toEqual([action, 303])
    const entry = await newest(shop)
    const changed = await shownTo(shop, who)
    expect((await open(shop, who)).undoable).toContain(entry)
    expect([action, (await undo(shop, who, entry)).status]).toEqual([action, 303])
    expect(await shownTo(shop, who)).toEqual(before)
    const again = await newest(shop)
    expect((await auditOf(shop.db, { kind: 'product', id: 'fan' }))[0]?.operation).toBe('products.undo')
    expect((await undo(shop, who, again)).status).toBe(303)
    expect(await shownTo(shop, who)).toEqual(changed)
    expect((await undo(shop, who, await newest(shop))).status).toBe(303)
  }
})

test('a change of the list, of the status and of a set is undone', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const was = new Map((await contentOf(shop, who, productsScreen, { query: { q: 'FAN' } })).was).get('FAN') ?? ''
  const form = { action: 'save', 'price:FAN': '55', 'stock:FAN': '4', 'status:FAN': 'draft', 'was:FAN': was }
  await outcome(shop, who, productsScreen, { form })
  expect(await shownTo(shop, who)).toMatchObject({ price_SEK: '55.00', stock: '4', status: 'draft' })
  expect((await undo(shop, who, await newest(shop))).status).toBe(303)
  expect(await shownTo(shop, who)).toMatchObject({ price_SEK: '99.00', stock: '20', status: 'published' })
  await act(shop, who, { action: 'hide' })
  expect((await undo(shop, who, await newest(shop))).status).toBe(303)
  expect((await shownTo(shop, who))['status']).toBe('published')
  const kit = { params: { sku: 'KIT' } }
  await outcome(shop, who, productPiecesScreen, { ...kit, form: { action: 'add', sku: 'PASTE', quantity: '2' } })
  expect((await shownTo(shop, who, 'kit'))['pieces']).toBe('2 x RAM\n1 x FAN\n2 x PASTE')
  expect((await undo(shop, who, await newest(shop, 'kit'), 'kit')).status).toBe(303)
  expect((await shownTo(shop, who, 'kit'))['pieces']).toBe('2 x RAM\n1 x FAN')
})

test('a change is not undone where its fields were changed afterwards, or it is of another product', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  await save(shop, who, 'texts', { name_sv: 'Ett', name_en: 'One' })
  const first = await newest(shop)
  await save(shop, who, 'texts', { name_sv: 'Två' })
  const second = await newest(shop)
  expect((await open(shop, who)).undoable).toEqual([second])
  expect((await undo(shop, who, first)).fault).toContain('afterwards')
  expect((await undo(shop, who, 'no-such')).status).toBe(422)
  expect((await undo(shop, who, second, 'ram')).status).toBe(422)
  expect(await shownTo(shop, who)).toMatchObject({ name_sv: 'Två', name_en: 'One' })
  // What two people undo at once is undone once.
  const both = await Promise.all([undo(shop, who, second), undo(shop, who, second)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422])
  expect((await undo(shop, who, first)).status).toBe(303)
  expect(await shownTo(shop, who)).toMatchObject({ name_sv: 'fan del', name_en: 'fan part' })
})

test('a number and a price are undone by those who may: the old number leads to the product', async () => {
  await using shop = await fixtureShop()
  const [owner, editor] = [await signedIn(shop, 'owner'), await signedIn(shop, 'editor')]
  await save(shop, owner, 'prices', { price_SEK: '1.00' })
  const entry = await newest(shop)
  expect((await undo(shop, editor, entry)).status).toBe(422)
  expect((await shownTo(shop, owner))['price_SEK']).toBe('1.00')
  await save(shop, editor, 'numbers', { sku: 'FAN-2' })
  expect((await undo(shop, editor, await newest(shop))).location).toBe('/console/products/FAN?done=undo#history')
  const seller = await signedIn(shop, 'seller')
  expect((await undo(shop, seller, entry)).status).toBe(403)
  expect((await open(shop, seller)).undoable).toEqual([])
})

test('a draft has a link to the shop in each language, which ends after a day', async () => {
  await using shop = await fixtureShop()
  const [editor, seller] = [await signedIn(shop, 'editor'), await signedIn(shop, 'seller')]
  expect((await open(shop, editor)).previews).toEqual([])
  const { previews, addresses } = await open(shop, editor, 'bat-draft')
  expect([addresses, previews.map(({ language }) => language)]).toEqual([[], ['en', 'sv']])
  expect((await open(shop, seller, 'bat-draft')).previews).toEqual([])
  expect((await open(shop, editor, 'kb')).previews).toHaveLength(2)
  const { pathname, searchParams } = new URL(previews[0]?.address ?? '')
  expect(pathname).toBe('/en/page-preview')
  const token = searchParams.get('token') ?? ''
  const page = shownOf(await previewPage(shop, defaultContext('en'), token))?.page
  expect(page?.name).toBe('BAT-DRAFT')
  expect(page?.body).toMatchObject({ kind: 'product', page: { product: { sku: 'BAT-DRAFT' } } })
  const later = { ...shop, now: () => new Date(shop.now().getTime() + 25 * 3_600_000) }
  expect((await previewPage(later, defaultContext('en'), token)).status).toBe(404)
  expect((await previewPage(shop, defaultContext('en'), `${token}x`)).status).toBe(404)
})
