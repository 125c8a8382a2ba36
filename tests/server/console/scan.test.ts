import { expect, test } from 'vitest'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { packingScreen } from '../../../src/server/console/packing/packing-page.ts'
import { packOrderScreen, scanScreen } from '../../../src/server/console/packing/scan-page.ts'
import { shipmentLinesOf, shipmentsOf } from '../../../src/server/ordering/orders/fulfilment-queries.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { confirmed, statusOf } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn, type Browser } from './at-console.ts'

let keys = 0
const newKey = () => `scan-${++keys}`
const numberOf = async (shop: Shop, id: string) => (await orderById(shop.db, id))?.number ?? ''

/** A packer at the page of an order. */
function at(shop: Shop, browser: Browser, number: string) {
  const params = { number }
  const post = (form: Record<string, string>) => outcome(shop, browser, packOrderScreen, { params, form })
  const page = () => contentOf(shop, browser, packOrderScreen, { params })
  return {
    post,
    page,
    scan: (code: string, key = newKey()) => post({ action: 'scan', code, key }),
    counts: async () => (await page()).lines.map(({ sku, scanned, units }) => `${sku} ${scanned}/${units}`),
    ship: async (tracking = '') => {
      const { version, key, scans } = await page()
      return post({ action: 'ship', version, key, scans, carrier: 'postnord', tracking })
    },
  }
}

test('an order is opened, scanned by SKU and EAN, and what was scanned is shipped while the rest stays', async () => {
  await using shop = await fixtureShop()
  const id = await confirmed(shop, [
    ['FAN', 2],
    ['BAT', 1],
  ])
  await shop.db
    .insertInto('part_numbers')
    .values({ product_id: 'fan', number: '0036000291452', normalized: '0036000291452', kind: 'ean' })
    .execute()
  const number = await numberOf(shop, id)
  const browser = await signedIn(shop, 'warehouse')
  expect(await outcome(shop, browser, scanScreen, { form: { action: 'open', code: 'x' } })).toMatchObject({
    status: 422,
    fault: 'There is no such order. Scan again.',
  })
  const { location } = await outcome(shop, browser, scanScreen, { form: { action: 'open', code: ` #${number}` } })
  expect(location).toBe(`/console/packing/scan/${number}?done=open`)
  const packer = at(shop, browser, number)
  // The same EAN as a UPC, without the zero that it begins with.
  for (const code of ['fan', '036000291452']) expect((await packer.scan(code)).status).toBe(303)
  expect(await packer.counts()).toEqual(['FAN 2/2', 'BAT 0/1'])
  expect((await packer.post({ action: 'short', position: '2' })).status).toBe(303)
  expect(await packer.page()).toMatchObject({ isWhole: true, count: 2 })
  expect((await packer.ship('PN1')).status).toBe(303)
  expect(await shipmentLinesOf(shop.db, id)).toMatchObject([{ position: 1, quantity: 2 }])
  expect(await packer.counts()).toEqual(['BAT 0/1'])
  expect(await statusOf(shop, id)).toBe('processing')
  const entries = await auditOf(shop.db, { kind: 'order', id })
  expect(entries.map(({ operation, note }) => [operation, note])).toEqual([
    ['orders.ship', 'The warehouse scanned 2 x FAN; missing: BAT'],
  ])
  await packer.post({ action: 'found', position: '2' })
  await packer.scan('BAT')
  await packer.ship()
  expect([await statusOf(shop, id), (await packer.page()).isOpen]).toEqual(['shipped', false])
})

test('a wrong part, one too many and an unknown code are refused aloud, and count nothing', async () => {
  await using shop = await fixtureShop()
  const number = await numberOf(shop, await confirmed(shop, [['FAN', 1]]))
  const packer = at(shop, await signedIn(shop, 'warehouse'), number)
  for (const code of ['BAT', '', '0', '-', '1'.repeat(500), "' or 1=1 --"])
    expect(await packer.scan(code)).toMatchObject({
      status: 422,
      fault: 'WRONG PART: this is not in the order.',
    })
  expect(await packer.counts()).toEqual(['FAN 0/1'])
  await packer.scan('FAN')
  expect(await packer.scan('FAN')).toMatchObject({
    status: 422,
    fault: 'TOO MANY: every unit of this part is scanned already.',
  })
  expect(await packer.counts()).toEqual(['FAN 1/1'])
})

test('the number of another order opens that one, and a form sent twice counts once', async () => {
  await using shop = await fixtureShop()
  const [one, two] = [
    await numberOf(shop, await confirmed(shop, [['FAN', 3]])),
    await numberOf(shop, await confirmed(shop, [['FAN', 1]])),
  ]
  const packer = at(shop, await signedIn(shop, 'warehouse'), one)
  expect((await packer.scan(two)).location).toBe(`/console/packing/scan/${two}`)
  await Promise.all([packer.scan('FAN', 'the same'), packer.scan('FAN', 'the same')])
  expect(await packer.counts()).toEqual(['FAN 1/3'])
  const { last } = await packer.page()
  expect((await packer.post({ action: 'undo', last: last?.id ?? '' })).status).toBe(303)
  expect((await packer.post({ action: 'undo', last: last?.id ?? '' })).status).toBe(422)
  expect(await packer.counts()).toEqual(['FAN 0/3'])
})

test('two packers at once never count more than was ordered, are told of each other, and ship once', async () => {
  await using shop = await fixtureShop()
  const id = await confirmed(shop, [['FAN', 3]])
  const number = await numberOf(shop, id)
  const [anna, olof] = [
    at(shop, await signedIn(shop, 'warehouse'), number),
    at(shop, await signedIn(shop, 'owner'), number),
  ]
  await Promise.all([1, 2, 3].flatMap(() => [anna.scan('FAN'), olof.scan('FAN')]))
  expect(await anna.counts()).toEqual(['FAN 3/3'])
  await anna.post({ action: 'undo', last: (await anna.page()).last?.id ?? '' })
  await olof.scan('FAN')
  expect((await anna.page()).others).toContain('The owner')
  const results = await Promise.all([anna.ship(), olof.ship()])
  expect(results.map(({ status }) => status).sort()).toEqual([303, 422])
  expect(await shipmentsOf(shop.db, id)).toHaveLength(1)
  const [entry, ...more] = await auditOf(shop.db, { kind: 'order', id })
  expect(more).toEqual([])
  const counted = [...(entry?.note ?? '').matchAll(/The (warehouse|owner) scanned (\d) x FAN/g)]
  expect(counted.reduce((sum, [, , units]) => sum + Number(units), 0)).toBe(3)
  expect(new Set(counted.map(([, who]) => who)).size).toBe(counted.length)
})

test('a parcel is refused when something was scanned after the page was shown, and so is one of nothing', async () => {
  await using shop = await fixtureShop()
  const id = await confirmed(shop, [['FAN', 2]])
  const packer = at(shop, await signedIn(shop, 'warehouse'), await numberOf(shop, id))
  expect(await packer.ship()).toMatchObject({ status: 422, fault: 'Nothing is scanned yet.' })
  await packer.scan('FAN')
  const { version, key, scans } = await packer.page()
  await packer.scan('FAN')
  expect((await packer.post({ action: 'ship', version, key, scans, carrier: '', tracking: '' })).status).toBe(422)
  expect(await shipmentsOf(shop.db, id)).toEqual([])
})

test('an order on hold cannot be scanned or shipped', async () => {
  await using shop = await fixtureShop()
  const id = await confirmed(shop, [['FAN', 1]])
  const packer = at(shop, await signedIn(shop, 'warehouse'), await numberOf(shop, id))
  await packer.scan('FAN')
  await shop.db.updateTable('orders').set({ hold: 'known_organization' }).where('id', '=', id).execute()
  expect(await packer.scan('FAN')).toMatchObject({ status: 422, fault: 'The order is on hold. Release it first.' })
  expect((await packer.ship()).status).toBe(422)
  expect(await packer.page()).toMatchObject({ isHeld: true, isOpen: false, count: 1 })
})

test('after an order Enter opens the next one, but none that is held, taken or lacks a part', async () => {
  await using shop = await fixtureShop()
  const made = async () => {
    const id = await confirmed(shop, [['FAN', 1]])
    return { id, number: await numberOf(shop, id) }
  }
  const [first, held, taken, short, next, last] = [
    await made(),
    await made(),
    await made(),
    await made(),
    await made(),
    await made(),
  ]
  await shop.db.updateTable('orders').set({ hold: 'by_hand' }).where('id', '=', held.id).execute()
  const [browser, other] = [await signedIn(shop, 'warehouse'), await signedIn(shop, 'manager')]
  await outcome(shop, other, packingScreen, { form: { action: 'take', key: 'x', row: [taken.id] } })
  await at(shop, browser, short.number).post({ action: 'short', position: '1' })
  const packer = at(shop, browser, first.number)
  expect(await packer.scan('')).toMatchObject({ status: 422 })
  await packer.scan('FAN')
  await packer.ship()
  expect((await packer.page()).next).toBe(next.number)
  expect((await packer.scan('')).location).toBe(`/console/packing/scan/${next.number}`)
  const params = { number: next.number }
  const { version, key, nextToPack } = await contentOf(shop, browser, orderScreen, { params })
  expect(nextToPack).toBeNull()
  const units = { 'units:1': '1' }
  await outcome(shop, browser, orderScreen, { params, form: { action: 'ship', version, key, ...units } })
  const shipped = await contentOf(shop, browser, orderScreen, { params, query: { done: 'ship' } })
  expect(shipped.nextToPack).toBe(last.number)
  const end = at(shop, browser, last.number)
  await end.scan('FAN')
  await end.ship()
  expect([(await end.page()).next, (await end.scan('')).status]).toEqual([null, 422])
})

test('a set is packed by its parts or its own number, and only whole sets are in the parcel', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  // A set is two RAM and a FAN.
  const id = await confirmed(shop, [
    ['KIT', 2],
    ['FAN', 1],
  ])
  const packer = at(shop, await signedIn(shop, 'warehouse'), await numberOf(shop, id))
  const pieces = async () =>
    (await packer.page()).lines.flatMap((line) =>
      line.pieces.map(({ sku, scanned, units }) => `${sku} ${scanned}/${units}`),
    )
  expect(await pieces()).toEqual(['FAN 0/2', 'RAM 0/4'])
  // A part that is a line of its own counts there first.
  for (const code of ['FAN', 'FAN', 'RAM']) {
    clock.advance(1)
    expect((await packer.scan(code)).status).toBe(303)
  }
  expect([await packer.counts(), await pieces()]).toEqual([
    ['KIT 0/2', 'FAN 1/1'],
    ['FAN 1/2', 'RAM 1/4'],
  ])
  expect(await packer.page()).toMatchObject({ count: 1, isWhole: false, last: { sku: 'RAM', scanned: 1, units: 4 } })
  await packer.scan('RAM')
  await packer.scan('RAM')
  expect(await packer.counts()).toEqual(['KIT 1/2', 'FAN 1/1'])
  // Of the second set a part is scanned, so it is not counted as a whole as well.
  expect(await packer.scan('KIT')).toMatchObject({ status: 422, fault: expect.stringContaining('TOO MANY') })
  await packer.ship('PN1')
  expect(await shipmentLinesOf(shop.db, id)).toMatchObject([
    { position: 1, quantity: 1 },
    { position: 2, quantity: 1 },
  ])
  expect([await packer.counts(), await pieces()]).toEqual([['KIT 0/1'], ['FAN 0/1', 'RAM 1/2']])
  const [entry] = await auditOf(shop.db, { kind: 'order', id })
  expect(entry?.note).toBe('The warehouse scanned 2 x FAN, 2 x RAM')
  await packer.post({ action: 'undo', last: (await packer.page()).last?.id ?? '' })
  await packer.scan('KIT')
  expect(await pieces()).toEqual(['FAN 0/0', 'RAM 0/0'])
  expect(await packer.scan('RAM')).toMatchObject({ status: 422, fault: expect.stringContaining('TOO MANY') })
  await packer.ship()
  expect(await statusOf(shop, id)).toBe('shipped')
})

test('two packers who scan the parts of a set at once never count more than are in it', async () => {
  await using shop = await fixtureShop()
  const number = await numberOf(shop, await confirmed(shop, [['KIT', 1]]))
  const [anna, olof] = [
    at(shop, await signedIn(shop, 'warehouse'), number),
    at(shop, await signedIn(shop, 'owner'), number),
  ]
  await Promise.all([1, 2].flatMap(() => [anna.scan('RAM'), olof.scan('RAM'), anna.scan('KIT'), olof.scan('FAN')]))
  const [line] = (await anna.page()).lines
  const parts = line?.pieces.map(({ sku, scanned, units }) => [sku, scanned <= units])
  expect(line).toMatchObject({ scanned: 1, units: 1 })
  expect(parts).toEqual([
    ['FAN', true],
    ['RAM', true],
  ])
})

test('a second parcel with the tracking number of the first is refused, and what was scanned stays', async () => {
  await using shop = await fixtureShop()
  const id = await confirmed(shop, [['FAN', 2]])
  const browser = await signedIn(shop, 'warehouse')
  const number = await numberOf(shop, id)
  const packer = at(shop, browser, number)
  await packer.scan('FAN')
  await packer.ship('PN1')
  await packer.scan('FAN')
  const refused = { status: 422, fault: expect.stringContaining('has this tracking number already') }
  expect(await packer.ship('PN1')).toMatchObject(refused)
  expect(await packer.counts()).toEqual(['FAN 1/1'])
  // On the page of the order it is the same.
  const params = { number }
  const { version } = await contentOf(shop, browser, orderScreen, { params })
  const form = { action: 'ship', version, key: newKey(), carrier: '', tracking: 'PN1', 'units:1': '1' }
  expect(await outcome(shop, browser, orderScreen, { params, form })).toMatchObject(refused)
  expect([await statusOf(shop, id), await shipmentsOf(shop.db, id)]).toMatchObject(['processing', [{}]])
  expect((await packer.ship('PN2')).status).toBe(303)
  expect(await statusOf(shop, id)).toBe('shipped')
})
