import { describe, expect, test, vi } from 'vitest'
import { changePrices } from '../../../src/server/catalog/changes/change-goods.ts'
import { newPriceChangeScreen } from '../../../src/server/console/price-changes/new-price-change-page.ts'
import { priceChangeScreen } from '../../../src/server/console/price-changes/price-change-page.ts'
import { priceChangesScreen } from '../../../src/server/console/price-changes/price-changes-page.ts'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import { carryOutChanges, workAtChange } from '../../../src/server/pricing/price-changes/carry-out-changes.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser, type Form } from './at-console.ts'

const empty = { skus: '', category: '', brand: '', from: '', to: '', status: '', stock: '', ending: 'ore' }

async function prepare(shop: Shop, who: Browser, form: Form): Promise<string> {
  const made = await outcome(shop, who, newPriceChangeScreen, { form: { action: 'make', ...empty, ...form } })
  expect(made.fault).toBeNull()
  return /price-changes\/([^?]+)/.exec(made.location ?? '')?.[1] ?? ''
}

const open = (shop: Shop, who: Browser, id: string, query: Record<string, string> = {}) =>
  contentOf(shop, who, priceChangeScreen, { params: { id }, query })
const act = (shop: Shop, who: Browser, id: string, form: Form) =>
  outcome(shop, who, priceChangeScreen, { params: { id }, form })

async function pricesOf({ db }: Shop, id: string): Promise<[currency: string, from: number, amount: number][]> {
  const rows = await db
    .selectFrom('prices')
    .selectAll()
    .where('product_id', '=', id)
    .orderBy('currency')
    .orderBy('min_quantity')
    .execute()
  return rows.map(({ currency, min_quantity: from, amount }) => [currency, from, amount])
}
const unit = async (shop: Shop, id: string) => (await pricesOf(shop, id)).find(([, from]) => from === 1)?.[2]
const sortPrice = async ({ db }: Shop, id: string) =>
  (await db.selectFrom('products').select('sort_price').where('id', '=', id).executeTakeFirst())?.sort_price
const setPrice = (shop: Shop, sku: string, amount: number) =>
  changePrices(shop, [{ sku, prices: [{ currency: 'SEK', min_quantity: 1, amount }] }])
const offer = (shop: Shop, id: string, cost: number, isPriced: 0 | 1 = 0) =>
  shop.db
    .insertInto('supplier_offers')
    .values({
      product_id: id,
      supplier: 'nordic',
      number: '',
      cost,
      currency: 'SEK',
      stock: 1,
      delivery_days: 1,
      is_priced: isPriced,
      changed_at: '2026-01-01T00:00:00.000Z',
    })
    .execute()

test('prices of a category are previewed, changed and taken back as they were', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const before = await pricesOf(shop, 'bat')
  const id = await prepare(shop, who, { category: 'dell', how: 'percent', value: '10', ending: 'krona' })
  const preview = await open(shop, who, id)
  expect(preview.state).toBe('ready')
  expect(preview.table.rows.find(({ sku }) => sku === 'BAT')).toMatchObject({ before: 49_900, after: 54_900 })
  expect(preview.sums).toMatchObject({ raised: 4, lowered: 0, skipped: 2 })
  expect(preview.table.rows.find(({ sku }) => sku === 'BAT-UNPRICED')?.notes[0]?.text).toContain('no price')
  expect(await pricesOf(shop, 'bat')).toEqual(before)

  expect((await act(shop, who, id, { action: 'start' })).fault).toBeNull()
  const done = await open(shop, who, id)
  expect([done.state, done.counts.changed, done.counts.refused]).toEqual(['done', 4, 0])
  expect(await pricesOf(shop, 'bat')).toEqual([
    ['SEK', 1, 54_900],
    ['SEK', 5, 49_400],
    ['SEK', 10, 43_900],
  ])
  expect(await sortPrice(shop, 'bat')).toBe(54_900)
  const tags = (await shop.db.selectFrom('invalidations').select('tag').execute()).map(({ tag }) => tag)
  expect(tags).toEqual(expect.arrayContaining(['product:bat', 'category:dell-batteries']))
  expect(tags).not.toContain('catalog')

  expect((await act(shop, who, id, { action: 'undo' })).fault).toContain('Tick')
  expect((await act(shop, who, id, { action: 'undo', sure: 'yes' })).fault).toBeNull()
  const undone = await open(shop, who, id)
  expect([undone.state, undone.counts.undone, undone.counts.kept]).toEqual(['undone', 4, 0])
  expect(await pricesOf(shop, 'bat')).toEqual(before)
  expect(await sortPrice(shop, 'bat')).toBe(49_900)
  const log = await auditOf(shop.db, { kind: 'price_change', id })
  expect(log.map(({ operation }) => operation).toSorted()).toEqual([
    'price_changes.make',
    'price_changes.start',
    'price_changes.undo',
  ])
})

test('the lowest price of 30 days keeps what shoppers saw before the change was taken back', async () => {
  const clock = movableClock()
  await using shop = await fixtureShop(clock)
  const who = await signedIn(shop, 'owner')
  const id = await prepare(shop, who, { skus: 'FAN', how: 'percent', value: '-50' })
  await act(shop, who, id, { action: 'start' })
  clock.advance(600)
  await act(shop, who, id, { action: 'undo', sure: 'yes' })
  clock.advance(600)
  const { pricing } = await contentOf(shop, who, productScreen, { params: { sku: 'FAN' } })
  expect(await unit(shop, 'fan')).toBe(9_900)
  expect(pricing.low).toBe(4_950)
  expect(pricing.changes).toMatchObject([{ before: 9_900, after: 4_950, isUndone: true }])
  const history = await shop.db.selectFrom('price_history').selectAll().where('product_id', '=', 'fan').execute()
  expect(history.filter(({ valid_until: until }) => until === null)).toMatchObject([{ amount: 9_900 }])
})

describe('races', () => {
  test('a price that somebody changes between preview and start, or before undo, is left alone', async () => {
    await using shop = await fixtureShop()
    const who = await signedIn(shop, 'owner')
    const id = await prepare(shop, who, { skus: 'FAN\nRAM\nPASTE', how: 'amount', value: '-10,00' })
    await setPrice(shop, 'RAM', 20_000)
    await act(shop, who, id, { action: 'start' })
    const done = await open(shop, who, id)
    expect([done.counts.changed, done.counts.refused]).toEqual([2, 1])
    expect([await unit(shop, 'fan'), await unit(shop, 'ram')]).toEqual([8_900, 20_000])
    await setPrice(shop, 'FAN', 8_000)
    await act(shop, who, id, { action: 'undo', sure: 'yes' })
    const undone = await open(shop, who, id, { show: 'refused' })
    expect([undone.counts.undone, undone.counts.kept]).toEqual([1, 1])
    expect(undone.table.rows.map(({ sku, notes }) => [sku, notes.at(-1)?.text])).toEqual([
      ['FAN', 'Kept: somebody has changed the price meanwhile'],
      ['RAM', 'Left alone: somebody has changed the price meanwhile'],
    ])
    expect([await unit(shop, 'fan'), await unit(shop, 'ram'), await unit(shop, 'paste')]).toEqual([
      8_000, 20_000, 7_900,
    ])
  })

  test('two people who start one change start it once, and two processes change each price once', async () => {
    await using shop = await fixtureShop()
    const [one, other] = [await signedIn(shop, 'owner'), await signedIn(shop, 'manager')]
    const id = await prepare(shop, one, { category: 'screws', how: 'percent', value: '100' })
    const started = await Promise.all([one, other].map((who) => act(shop, who, id, { action: 'start' })))
    expect(started.filter(({ fault }) => fault === null)).toHaveLength(1)
    await Promise.all([workAtChange(shop, id), workAtChange(shop, id)])
    expect((await open(shop, one, id)).counts).toMatchObject({ total: 30, changed: 30, refused: 0 })
    expect(await unit(shop, 'screw-30')).toBe(6_000)
  })

  test('a change goes on where a process that was ended left it', async () => {
    await using shop = await fixtureShop()
    const who = await signedIn(shop, 'owner')
    const clock = vi.spyOn(performance, 'now')
    let at = 0
    clock.mockImplementation(() => (at += 400))
    const id = await prepare(shop, who, { everything: 'yes', how: 'percent', value: '10' })
    await act(shop, who, id, { action: 'start' })
    clock.mockRestore()
    const states = new Set<string>()
    for (let turn = 0; turn < 20; turn += 1) {
      const { state } = await open(shop, who, id)
      states.add(state)
      if (state === 'ready') await act(shop, who, id, { action: 'start' })
      if (state === 'done') break
      await carryOutChanges(shop, new AbortController().signal)
    }
    const { counts, state } = await open(shop, who, id)
    expect(state).toBe('done')
    expect(counts.changed + counts.refused).toBeGreaterThan(40)
    expect(await unit(shop, 'fan')).toBe(10_890)
  })

  test('a step that fails changes nothing, and the next one changes each price once', async () => {
    await using shop = await fixtureShop()
    const who = await signedIn(shop, 'owner')
    const id = await prepare(shop, who, { category: 'screws', how: 'percent', value: '100' })
    await shop.db
      .updateTable('price_changes')
      .set({ state: 'running', started_at: '2026-06-15T12:00:00.000Z' })
      .where('id', '=', id)
      .execute()
    const broken = { ...shop, now: () => new Date(Number.NaN) }
    await expect(workAtChange(broken, id)).rejects.toThrow()
    expect(await unit(shop, 'screw-30')).toBe(3_000)
    await workAtChange(shop, id)
    expect(await unit(shop, 'screw-30')).toBe(6_000)
  })
})

describe('what a change leaves alone', () => {
  test('prices that follow from a cost, unknown costs, and prices that stay the same', async () => {
    await using shop = await fixtureShop()
    const who = await signedIn(shop, 'owner')
    await offer(shop, 'fan', 4_000)
    await offer(shop, 'ram', 4_000, 1)
    const id = await prepare(shop, who, { skus: 'FAN, RAM; PASTE', how: 'margin', value: '50' })
    const rows = (await open(shop, who, id)).table.rows
    expect(rows.map(({ sku, after, margin }) => [sku, after, margin])).toEqual([
      ['FAN', 10_000, 5_000],
      ['PASTE', null, null],
      ['RAM', null, 7_487],
    ])
    expect(rows.slice(1).map(({ notes }) => notes.at(-1)?.text)).toEqual([
      'Keeps its price: the cost is not known',
      'Keeps its price: its price follows from the cost',
    ])
    const same = await prepare(shop, who, { skus: 'FAN', how: 'percent', value: '0' })
    expect((await open(shop, who, same)).sums).toMatchObject({ raised: 0, lowered: 0, skipped: 1 })
  })

  test('a percentage changes prices in other currencies as well, an amount does not', async () => {
    await using shop = await fixtureShop()
    const who = await signedIn(shop, 'owner')
    const percent = await prepare(shop, who, { skus: 'OWN-EURO', how: 'percent', value: '10' })
    await act(shop, who, percent, { action: 'start' })
    expect(await pricesOf(shop, 'own-euro')).toEqual([
      ['EUR', 1, 1_429],
      ['SEK', 1, 11_000],
    ])
    const amount = await prepare(shop, who, { skus: 'OWN-EURO', how: 'amount', value: '-5' })
    await act(shop, who, amount, { action: 'start' })
    expect(await pricesOf(shop, 'own-euro')).toEqual([
      ['EUR', 1, 1_429],
      ['SEK', 1, 10_500],
    ])
  })

  test('the choices of a variant change with it, its lowest price follows, and gift cards stay', async () => {
    await using shop = await fixtureShop()
    const who = await signedIn(shop, 'owner')
    const id = await prepare(shop, who, { skus: 'KB\nGIFT', how: 'percent', value: '-10' })
    await act(shop, who, id, { action: 'start' })
    expect((await open(shop, who, id)).counts.changed).toBe(3)
    expect(await sortPrice(shop, 'kb')).toBe(44_910)
    expect(await unit(shop, 'gift')).toBe(50_000)
  })
})

test.each([
  [{ how: 'percent', value: '5' }, 'Say which products'],
  [{ skus: 'NOTHING', how: 'percent', value: '5' }, 'There is no "NOTHING"'],
  [{ category: 'nowhere', how: 'percent', value: '5' }, 'There is no "nowhere"'],
  [{ skus: 'FAN', brand: 'torx', how: 'percent', value: '5' }, 'No product matches'],
  [{ skus: 'FAN', how: 'percent', value: '-96' }, 'makes sense'],
  [{ skus: 'FAN', how: 'percent', value: '1e9' }, 'makes sense'],
  [{ skus: 'FAN', how: 'percent', value: '' }, 'makes sense'],
  [{ skus: 'FAN', how: 'amount', value: '0' }, 'an amount'],
  [{ skus: 'FAN', how: 'amount', value: '5.005' }, 'an amount'],
  [{ skus: 'FAN', how: 'margin', value: '100' }, 'makes sense'],
  [{ from: '10', to: '5', how: 'percent', value: '5' }, 'above the higher'],
  [
    { skus: 'x\n'.repeat(3) + Array.from({ length: 1_001 }, (_, at) => at).join('\n'), how: 'percent', value: '5' },
    'At most',
  ],
] as const)('%j is refused', async (form, fault) => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const refused = await outcome(shop, who, newPriceChangeScreen, { form: { action: 'make', ...empty, ...form } })
  expect(refused.fault).toContain(fault)
  expect((await contentOf(shop, who, priceChangesScreen)).rows).toEqual([])
})

test('only those who may see figures read costs, and set prices from them', async () => {
  await using shop = await fixtureShop()
  await offer(shop, 'fan', 9_500)
  const owner = await signedIn(shop, 'owner')
  const id = await prepare(shop, owner, { skus: 'FAN', how: 'percent', value: '-10' })
  expect((await open(shop, owner, id)).sums?.belowCost).toBe(1)
  const seller = await signedIn(shop, 'seller')
  const seen = await open(shop, seller, id, { show: 'below_cost' })
  expect([seen.part, seen.sums?.belowCost, seen.table.showsMargin]).toEqual(['all', 0, false])
  expect(JSON.stringify(seen)).not.toMatch(/9500|Below/)
  const page = await contentOf(shop, seller, productScreen, { params: { sku: 'FAN' } })
  expect([page.pricing.cost, page.pricing.margin]).toEqual([null, null])
})

test('a change that nobody starts is removed with its rows, and a person has only so many', async () => {
  await using shop = await fixtureShop()
  const who = await signedIn(shop, 'owner')
  const form = { skus: 'FAN', how: 'percent', value: '5' }
  const ids: string[] = []
  for (let at = 0; at < 20; at += 1) ids.push(await prepare(shop, who, form))
  const refused = await outcome(shop, who, newPriceChangeScreen, { form: { action: 'make', ...empty, ...form } })
  expect(refused.fault).toContain('20 changes')
  expect((await act(shop, who, ids[0] ?? '', { action: 'remove' })).fault).toBeNull()
  expect(await outcome(shop, who, priceChangeScreen, { params: { id: ids[0] ?? '' } })).toMatchObject({ status: 404 })
  const rows = await shop.db.selectFrom('price_change_rows').select('change_id').execute()
  expect(rows).toHaveLength(19)
  expect((await contentOf(shop, who, priceChangesScreen, { query: { q: 'fan' } })).rows).toHaveLength(19)
  await prepare(shop, who, form)
})
