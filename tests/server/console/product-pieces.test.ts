import { expect, test } from 'vitest'
import { productPage } from '../../../src/server/catalog/product-page.ts'
import { productPiecesScreen } from '../../../src/server/console/products/pieces/pieces-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { defaultContext } from '../../support/default-context.ts'
import { shownOf } from '../../support/page-answer.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, visit, type Browser, type Form } from './at-console.ts'

const at = { params: { sku: 'KIT' } }
const open = (shop: Shop, who: Browser, query: Record<string, string> = {}) =>
  contentOf(shop, who, productPiecesScreen, { ...at, query })
const act = (shop: Shop, who: Browser, form: Form) => outcome(shop, who, productPiecesScreen, { ...at, form })
const piecesOf = async (shop: Shop, who: Browser) =>
  (await open(shop, who)).pieces.map(({ sku, quantity }) => `${quantity} x ${sku}`)
const shopShows = async (shop: Shop) =>
  shownOf(await productPage(shop, defaultContext('en'), 'kit-part', {}))?.page.setContents.map(
    ({ sku, quantity }) => `${quantity} x ${sku}`,
  )

test('the screen shows the pieces, what they cost apart and how many sets there are', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'seller')
  const page = await open(shop, who)
  expect(page.pieces.map(({ sku, quantity, price, available }) => [sku, quantity, price, available])).toEqual([
    ['RAM', 2, 19_900, 9],
    ['FAN', 1, 9_900, 20],
  ])
  expect([page.price, page.apart, page.sets, page.mayChange]).toEqual([44_900, 49_700, 4, false])
  expect((await outcome(shop, who, productPiecesScreen, { params: { sku: 'FAN' } })).status).toBe(404)
})

test('parts are found by number, words and name of a choice, and added once', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  const found = async (q: string) => (await open(shop, who, { q })).found?.map(({ sku }) => sku)
  expect((await open(shop, who)).found).toBeNull()
  expect(await found('PASTE')).toEqual(['PASTE'])
  expect((await found('bat-dra'))?.[0]).toBe('BAT-DRAFT')
  expect(await found('kb')).toEqual(expect.arrayContaining(['KB-US', 'KB-NORDIC', 'KB-DE']))
  expect(await found('kit')).toEqual([])
  expect(await found("%'; drop table products")).toEqual([])
  const add = async (form: Form) => {
    const result = await visit(shop, who, productPiecesScreen, { ...at, form: { action: 'add', ...form } })
    if (result instanceof Response) return [result.status, '']
    if ('stepUp' in result.page) throw new Error('Asked for the factor.')
    return [result.status, Object.keys(result.page.values).find((name) => name.startsWith('fault:'))]
  }
  expect(await add({ sku: 'KB-US', quantity: '3' })).toEqual([303, ''])
  expect(await add({ sku: 'PASTE' })).toEqual([303, ''])
  for (const sku of ['KB-US', 'KB', 'KIT', 'GIFT', 'NO-SUCH', ''])
    expect([sku, await add({ sku, quantity: '1' })]).toEqual([sku, [422, 'fault:sku']])
  for (const quantity of ['0', '-1', '1001', '1.5', 'x'])
    expect([quantity, await add({ sku: 'MANUAL', quantity })]).toEqual([quantity, [422, 'fault:quantity']])
  expect(await piecesOf(shop, who)).toEqual(['2 x RAM', '1 x FAN', '3 x KB-US', '1 x PASTE'])
  expect(await shopShows(shop)).toEqual(['2 x RAM', '1 x FAN', '3 x KB-US', '1 x PASTE'])
})

test('quantities, order and removals are saved together, and logged', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'editor')
  await act(shop, who, { action: 'add', sku: 'PASTE' })
  const { version } = await open(shop, who)
  const form = { action: 'save', version, 'quantity:ram': '4', 'place:ram': '2', 'place:fan': '1' }
  expect((await act(shop, who, { ...form, 'quantity:ram': '0' })).status).toBe(422)
  expect((await act(shop, who, { ...form, 'place:ram': 'first' })).status).toBe(422)
  expect(await piecesOf(shop, who)).toEqual(['2 x RAM', '1 x FAN', '1 x PASTE'])
  expect((await act(shop, who, { ...form, 'off:paste': 'yes', 'quantity:paste': 'x' })).status).toBe(303)
  expect(await piecesOf(shop, who)).toEqual(['1 x FAN', '4 x RAM'])
  expect(await shopShows(shop)).toEqual(['1 x FAN', '4 x RAM'])
  const [entry] = await auditOf(shop.db, { kind: 'product', id: 'kit' })
  expect(entry).toMatchObject({ operation: 'products.pieces', after: expect.stringContaining('1 x FAN|4 x RAM') })
})

test('of two people who save one set at once the second is told and changes nothing', async () => {
  await using shop = await fixtureShop()
  const [anna, bo] = [await signedIn(shop, 'owner'), await signedIn(shop, 'manager')]
  const { version } = await open(shop, anna)
  const save = (who: Browser, units: string) => act(shop, who, { action: 'save', version, 'quantity:fan': units })
  const both = await Promise.all([save(anna, '5'), save(bo, '6')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422])
  expect(both.find(({ status }) => status === 422)?.fault).toContain('has changed this meanwhile')
  const added = await Promise.all([anna, bo].map((who) => act(shop, who, { action: 'add', sku: 'PASTE' })))
  expect(added.map(({ status }) => status).toSorted()).toEqual([303, 422])
  expect((await piecesOf(shop, anna)).filter((piece) => piece.includes('PASTE'))).toEqual(['1 x PASTE'])
})
