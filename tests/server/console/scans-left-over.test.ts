import { expect, test } from 'vitest'
import { orderEditScreen } from '../../../src/server/console/orders/edit-page.ts'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { packOrderScreen } from '../../../src/server/console/packing/scan-page.ts'
import { shipmentLinesOf } from '../../../src/server/ordering/orders/fulfilment-queries.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { refundOrder } from '../../../src/server/ordering/refunds/refund-order.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop } from '../ordering/checkout/buyer.ts'
import { confirmed, statusOf } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn } from './at-console.ts'

let keys = 0
const newKey = () => `left-${++keys}`

/** A packer at the page of an order with these lines, who may also use the page of the order itself. */
async function packing(shop: Shop, wanted: Parameters<typeof confirmed>[1]) {
  const id = await confirmed(shop, wanted)
  const params = { number: (await orderById(shop.db, id))?.number ?? '' }
  const browser = await signedIn(shop, 'warehouse')
  const post = (form: Record<string, string>) => outcome(shop, browser, packOrderScreen, { params, form })
  const page = () => contentOf(shop, browser, packOrderScreen, { params })
  return {
    id,
    post,
    page,
    scan: (code: string) => post({ action: 'scan', code, key: newKey() }),
    lines: async () =>
      (await page()).lines.map(({ sku, scanned, units, beyond }) => `${sku} ${scanned}/${units} beyond ${beyond}`),
    ship: async () => {
      const { version, key, scans } = await page()
      return post({ action: 'ship', version, key, scans, carrier: '', tracking: '' })
    },
    /** Ships units without the scanner. */
    shipByHand: async (units: Record<string, string>) => {
      const { version } = await contentOf(shop, browser, orderScreen, { params })
      const form = { action: 'ship', version, key: newKey(), carrier: '', tracking: '', ...units }
      return outcome(shop, browser, orderScreen, { params, form })
    },
  }
}

const leftOver = { status: 422, fault: 'More of FAN is scanned than is left to send. Take it out of the parcel.' }

test('units that were scanned and then shipped by hand are taken out, and the rest is shipped', async () => {
  await using shop = await fixtureShop()
  const packer = await packing(shop, [
    ['FAN', 1],
    ['BAT', 1],
  ])
  await packer.scan('FAN')
  expect((await packer.shipByHand({ 'units:1': '1' })).status).toBe(303)
  await packer.scan('BAT')
  expect(await packer.lines()).toEqual(['FAN 1/0 beyond 1', 'BAT 1/1 beyond 0'])
  expect((await packer.page()).isWhole).toBe(false)
  expect(await packer.ship()).toMatchObject(leftOver)
  expect((await packer.post({ action: 'beyond', position: '1' })).status).toBe(303)
  expect((await packer.post({ action: 'beyond', position: '1' })).status).toBe(422)
  expect(await packer.lines()).toEqual(['BAT 1/1 beyond 0'])
  expect((await packer.ship()).status).toBe(303)
  expect(await statusOf(shop, packer.id)).toBe('shipped')
})

test('of units that were scanned and then cancelled those beyond the rest are taken out', async () => {
  await using shop = await fixtureShop()
  const packer = await packing(shop, [
    ['FAN', 3],
    ['BAT', 1],
  ])
  for (const code of ['FAN', 'FAN', 'BAT']) await packer.scan(code)
  const units = [{ position: 1, quantity: 2 }]
  await refundOrder(shop, { orderId: packer.id, actor: 'operator', reason: '', withDelivery: false, units })
  expect(await packer.lines()).toEqual(['FAN 2/1 beyond 1', 'BAT 1/1 beyond 0'])
  expect(await packer.ship()).toMatchObject(leftOver)
  await packer.post({ action: 'beyond', position: '1' })
  expect(await packer.lines()).toEqual(['FAN 1/1 beyond 0', 'BAT 1/1 beyond 0'])
  expect((await packer.ship()).status).toBe(303)
  expect(await shipmentLinesOf(shop.db, packer.id)).toMatchObject([{ quantity: 1 }, { quantity: 1 }])
})

test('parts of a set that was cancelled are taken out', async () => {
  await using shop = await fixtureShop()
  // A set is two RAM and a FAN.
  const packer = await packing(shop, [
    ['KIT', 2],
    ['BAT', 1],
  ])
  for (const code of ['RAM', 'RAM', 'RAM', 'FAN', 'FAN', 'BAT']) await packer.scan(code)
  const units = [{ position: 1, quantity: 1 }]
  await refundOrder(shop, { orderId: packer.id, actor: 'operator', reason: '', withDelivery: false, units })
  expect(await packer.lines()).toEqual(['KIT 1/1 beyond 2', 'BAT 1/1 beyond 0'])
  expect((await packer.ship()).status).toBe(422)
  await packer.post({ action: 'beyond', position: '1' })
  expect((await packer.page()).lines[0]?.pieces.map(({ sku, scanned, units: all }) => [sku, scanned, all])).toEqual([
    ['FAN', 1, 1],
    ['RAM', 2, 2],
  ])
  expect((await packer.ship()).status).toBe(303)
  expect(await statusOf(shop, packer.id)).toBe('shipped')
})

test('a part that is added to an order does not count what was scanned of one that was removed', async () => {
  await using shop = await fixtureShop()
  const packer = await packing(shop, [
    ['FAN', 1],
    ['BAT', 1],
  ])
  await packer.scan('BAT')
  const seller = await signedIn(shop, 'owner')
  const params = { number: (await packer.page()).number }
  const edit = async (change: Record<string, string>) => {
    const { address, version, method, point, lines } = await contentOf(shop, seller, orderEditScreen, { params })
    const units = Object.fromEntries(lines.map(({ position, quantity }) => [`units:${position}`, String(quantity)]))
    const form = { ...address, version, method, point, expected: '', ...units, ...change }
    const { content } = await outcome(shop, seller, orderEditScreen, { params, form: { ...form, action: 'preview' } })
    const expected = String(content?.shown?.total)
    return outcome(shop, seller, orderEditScreen, { params, form: { ...form, action: 'save', expected } })
  }
  expect((await edit({ 'units:2': '0' })).status).toBe(303)
  expect((await edit({ 'sku:0': 'RAM', 'add:0': '1' })).status).toBe(303)
  expect(await packer.lines()).toEqual(['FAN 0/1 beyond 0', 'RAM 0/1 beyond 0'])
})
