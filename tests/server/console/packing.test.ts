import { expect, test } from 'vitest'
import { dayOf } from '../../../src/domain/places/working-days.ts'
import { orderScreen } from '../../../src/server/console/orders/order-page.ts'
import { ordersScreen } from '../../../src/server/console/orders/orders-page.ts'
import { packingScreen } from '../../../src/server/console/packing/packing-page.ts'
import { packingSlipsFile } from '../../../src/server/console/packing/packing-slips-file.ts'
import { pickListScreen } from '../../../src/server/console/packing/pick-list-page.ts'
import { packOrderScreen } from '../../../src/server/console/packing/scan-page.ts'
import { productsScreen } from '../../../src/server/console/products/products-page.ts'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { shipOrder } from '../../../src/server/ordering/fulfilment/ship-order.ts'
import { orderById } from '../../../src/server/ordering/orders/queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { wordsOf } from '../../support/pdf-words.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { confirmed, statusOf } from '../ordering/orders/parcels.ts'
import { contentOf, outcome, signedIn, visit, type Browser } from './at-console.ts'

const key = '0190a0c0-0000-7000-8000-000000000000'
const numberOf = async (shop: Shop, id: string) => (await orderById(shop.db, id))?.number ?? ''
const hold = ({ db }: Shop, id: string) =>
  db.updateTable('orders').set({ hold: 'known_organization' }).where('id', '=', id).execute()

async function slipsOf(shop: Shop, browser: Browser, orders: string): Promise<string> {
  const result = await visit(shop, browser, packingSlipsFile, { query: { orders } })
  if (!(result instanceof Response)) throw new Error('There are no slips.')
  return result.ok ? wordsOf(Buffer.from(await result.arrayBuffer())) : String(result.status)
}

test('the packing screen has the orders that can be packed, oldest first, without those on hold', async () => {
  await using shop = await fixtureShop()
  const [first, held, shipped, last] = [
    await confirmed(shop, [['FAN', 2]]),
    await confirmed(shop, [['FAN', 1]]),
    await confirmed(shop, [['FAN', 1]]),
    await confirmed(shop, [['BAT', 1]]),
  ]
  await hold(shop, held)
  await shipOrder(shop, { orderId: shipped, actor: 'operator', carrier: '', trackingNumber: 'X' })
  const browser = await signedIn(shop, 'warehouse')
  const { rows, count } = await contentOf(shop, browser, packingScreen)
  expect(rows.map(({ id, cells }) => [id, cells['units']?.text])).toEqual([
    [first, '2'],
    [last, '1'],
  ])
  expect(count).toBe(2)
})

test('chosen orders make one pick list by SKU, whose units are those of all of them', async () => {
  await using shop = await fixtureShop()
  const ids = [
    await confirmed(shop, [
      ['FAN', 2],
      ['BAT', 1],
    ]),
    await confirmed(shop, [['FAN', 3]]),
    await confirmed(shop, [
      ['FAN', 1],
      ['BAT', 1],
    ]),
  ]
  // A part that stands in two lines of an order is fetched once.
  const twice = shop.db.updateTable('order_lines').set({ sku: 'FAN' }).where('sku', '=', 'BAT')
  await twice.where('order_id', '=', ids[2] ?? '').execute()
  const held = await confirmed(shop, [['FAN', 7]])
  await hold(shop, held)
  await shipOrder(shop, {
    orderId: ids[1] ?? '',
    actor: 'operator',
    carrier: '',
    trackingNumber: 'X',
    units: [{ position: 1, quantity: 1 }],
  })
  const browser = await signedIn(shop, 'warehouse')
  const { location } = await outcome(shop, browser, packingScreen, {
    form: { action: 'pick', key, row: [...ids, held] },
  })
  const query = Object.fromEntries(new URL(location ?? '', 'http://shop.test').searchParams)
  const list = await contentOf(shop, browser, pickListScreen, { query })
  const [one, two, three] = await Promise.all(ids.map((id) => numberOf(shop, id)))
  expect(list.leftOut).toEqual([await numberOf(shop, held)])
  expect(list.parts.map(({ sku, units, orders }) => ({ sku, units, orders }))).toEqual([
    { sku: 'BAT', units: 1, orders: [{ number: one, units: 1 }] },
    {
      sku: 'FAN',
      units: 6,
      orders: [
        { number: one, units: 2 },
        { number: two, units: 2 },
        { number: three, units: 2 },
      ],
    },
  ])
})

test('the pick list says whose ticks of which day of the shop the browser keeps', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const number = await numberOf(shop, await confirmed(shop, [['FAN', 1]]))
  const [one, two] = [await signedIn(shop, 'warehouse'), await signedIn(shop, 'owner')]
  const keptBy = async (browser: Browser) => {
    const { day, person } = await contentOf(shop, browser, pickListScreen, { query: { orders: number } })
    return [day, person]
  }
  const today = dayOf(clock.now(), shop.settings.all.home)
  const [first, other] = [await keptBy(one), await keptBy(two)]
  expect([first[0], other[0], first[1] === other[1]]).toEqual([today, today, false])
  expect(await keptBy(one)).toEqual(first)
  clock.advance(11 * 3600)
  const later = await keptBy(one)
  expect(later).toEqual([dayOf(clock.now(), shop.settings.all.home), first[1]])
  expect(later[0]).not.toBe(today)
})

test('the pick list goes from shelf to shelf as they are counted, and the packer sees them', async () => {
  await using shop = await fixtureShop()
  const id = await confirmed(shop, [
    ['BAT', 1],
    ['RAM', 1],
    ['FAN', 1],
  ])
  const owner = await signedIn(shop, 'owner')
  const was = new Map((await contentOf(shop, owner, productsScreen)).was)
  const shelve = (shelves: Record<string, string>) => {
    const typed = Object.entries(shelves).map(([sku, shelf]) => [`shelf:${sku}`, shelf])
    const shown = Object.keys(shelves).map((sku) => [`was:${sku}`, was.get(sku) ?? ''])
    const form = { action: 'save', ...Object.fromEntries([...typed, ...shown]) }
    return outcome(shop, owner, productsScreen, { form })
  }
  const refused = await shelve({ FAN: 'x'.repeat(41) })
  expect(refused.content?.results).toEqual([{ sku: 'FAN', fault: expect.stringContaining('40') }])
  // What was typed stays in its row.
  const typed = refused.content?.rows.find((row) => row.id === 'FAN')?.cells['shelf']?.field
  expect(typed).toMatchObject({ value: 'x'.repeat(41), isWrong: true })
  await shelve({ FAN: ' B2 -  1 ', BAT: 'B10 - 1' })
  const browser = await signedIn(shop, 'warehouse')
  const number = await numberOf(shop, id)
  const list = await contentOf(shop, browser, pickListScreen, { query: { orders: number } })
  expect(list.parts.map(({ sku, shelf }) => [sku, shelf])).toEqual([
    ['FAN', 'B2 - 1'],
    ['BAT', 'B10 - 1'],
    ['RAM', ''],
  ])
  const { lines } = await contentOf(shop, browser, packOrderScreen, { params: { number } })
  expect(lines.map(({ shelf }) => shelf)).toEqual(['B10 - 1', '', 'B2 - 1'])
  // The page of the part has it too, and a change there is taken back.
  const params = { sku: 'FAN' }
  const form = { action: 'stock', 'field:shelf': 'C1', 'was:field:shelf': 'B2 - 1' }
  expect((await outcome(shop, owner, productScreen, { params, form })).fault).toBeNull()
  const { audit } = await contentOf(shop, owner, productScreen, { params })
  const undo = { action: 'undo', entry: audit[0]?.id ?? '' }
  expect((await outcome(shop, owner, productScreen, { params, form: undo })).fault).toBeNull()
  expect((await contentOf(shop, browser, pickListScreen, { query: { orders: number } })).parts[0]?.shelf).toBe('B2 - 1')
})

test('packing slips are one PDF with what is left of each order, without orders that cannot be packed', async () => {
  await using shop = await fixtureShop()
  const ids = [
    await confirmed(shop, [['FAN', 2]], { form: { name: 'Łukasz Żółć' } }),
    await confirmed(shop, [['BAT', 1]], { form: { name: 'Beata Öberg' } }),
  ]
  const held = await confirmed(shop, [['FAN', 7]], { form: { name: 'Hemlig Person' } })
  await hold(shop, held)
  const browser = await signedIn(shop, 'warehouse')
  const form = { action: 'slips', key, row: [...ids, held] }
  const owner = await signedIn(shop, 'owner')
  const [one, two] = [
    await outcome(shop, browser, packingScreen, { form }),
    await outcome(shop, owner, ordersScreen, { form }),
  ]
  expect(one.location?.split('?')[0]).toBe('/console/packing/slips.pdf')
  expect(two.location?.split('?')[0]).toBe('/console/packing/slips.pdf')
  const orders = new URL(one.location ?? '', 'http://shop.test').searchParams.get('orders') ?? ''
  const words = await slipsOf(shop, browser, orders)
  for (const text of ['Följesedel', 'Łukasz Żółć', 'FAN', 'Beata Öberg', 'BAT', 'Delverk AB'])
    expect(words).toContain(text)
  expect(words).not.toContain('Hemlig')
  for (const wrong of ['', 'x', "' or 1=1", '9'.repeat(9_000)]) expect(await slipsOf(shop, browser, wrong)).toBe('404')
})

test('the warehouse ships chosen orders from the packing screen, but no order on hold', async () => {
  await using shop = await fixtureShop()
  const [free, held] = [await confirmed(shop, [['FAN', 1]]), await confirmed(shop, [['FAN', 1]])]
  await hold(shop, held)
  const browser = await signedIn(shop, 'warehouse')
  expect((await outcome(shop, browser, packingScreen, { form: { action: 'pick', key } })).status).toBe(422)
  await outcome(shop, browser, packingScreen, { form: { action: 'ship', key, row: [free, held] } })
  expect([await statusOf(shop, free), await statusOf(shop, held)]).toEqual(['shipped', 'confirmed'])
})

test('the parts of a set are on the pick list and on the packing slip, because a set lies on no shelf', async () => {
  await using shop = await fixtureShop()
  const number = await numberOf(
    shop,
    await confirmed(shop, [
      ['KIT', 2],
      ['FAN', 1],
    ]),
  )
  // What a set was sold with counts, also after it has changed.
  await shop.db.deleteFrom('set_items').where('set_id', '=', 'kit').execute()
  const browser = await signedIn(shop, 'warehouse')
  const { parts } = await contentOf(shop, browser, pickListScreen, { query: { orders: number } })
  expect(parts.map(({ sku, units, orders, sets }) => ({ sku, units, orders, sets }))).toEqual([
    { sku: 'FAN', units: 3, orders: [{ number, units: 3 }], sets: ['KIT'] },
    { sku: 'RAM', units: 4, orders: [{ number, units: 4 }], sets: ['KIT'] },
  ])
  const slip = await slipsOf(shop, browser, number)
  for (const sku of ['KIT', 'RAM', 'FAN']) expect(slip).toContain(sku)
})

test('whoever packs sees how an order is sent, and to which collection point', async () => {
  await using shop = await fixtureShop()
  const [home, point] = [await confirmed(shop, [['FAN', 1]]), await confirmed(shop, [['FAN', 1]])]
  const place = { id: 'se-1', name: 'Ica Torget', street: 'Torget 1', postalCode: '111 22', city: 'Stockholm' }
  const sent = (id: string, delivery: object) =>
    shop.db
      .updateTable('orders')
      .set({ delivery: JSON.stringify(delivery) })
      .where('id', '=', id)
      .execute()
  await sent(home, { kind: 'home', name: '', place: null, rate: 2500 })
  await sent(point, { kind: 'service_point', name: '', place, rate: 2500 })
  const browser = await signedIn(shop, 'warehouse')
  const { rows } = await contentOf(shop, browser, packingScreen)
  expect(rows.map(({ cells }) => cells['delivery'])).toEqual([
    { text: 'Home delivery' },
    { text: 'Collect from a collection point', second: 'Ica Torget' },
  ])
  const params = { number: await numberOf(shop, point) }
  const written = ['Collect from a collection point', 'Ica Torget', 'Torget 1', '111 22 Stockholm']
  expect((await contentOf(shop, browser, packOrderScreen, { params })).delivery).toEqual(written)
  const seller = await signedIn(shop, 'seller')
  expect((await contentOf(shop, seller, orderScreen, { params })).delivery).toEqual(written)
  const slip = await slipsOf(shop, browser, params.number)
  // The slip is in the buyer's language.
  for (const line of ['Hämta hos ombud', ...written.slice(1)]) expect(slip).toContain(line)
})
