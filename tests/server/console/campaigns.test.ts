import { describe, expect, test } from 'vitest'
import { changePrices } from '../../../src/server/catalog/changes/change-goods.ts'
import { campaignScreen } from '../../../src/server/console/campaigns/campaign-page.ts'
import { campaignsScreen } from '../../../src/server/console/campaigns/campaigns-page.ts'
import { newCampaignScreen } from '../../../src/server/console/campaigns/new-campaign-page.ts'
import { productScreen } from '../../../src/server/console/products/record/product-page.ts'
import { auditOf } from '../../../src/server/platform/audit/audit-queries.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'
import { contentOf, outcome, signedIn, type Browser, type Form } from './at-console.ts'
import { act, friday, open, secondsTo, shopperSees } from './campaign-screens.ts'

const empty = { category: '', brand: '', from: '', to: '', status: '', stock: '', ending: 'ore' }
const wanted = { name: 'Midsummer', skus: 'FAN\nRAM', how: 'percent', value: '20', ...friday }

/** Shows the effect and returns what names it. */
async function look(shop: Shop, who: Browser, form: Form) {
  const shown = await outcome(shop, who, newCampaignScreen, { form: { action: 'make', ...empty, ...form } })
  expect([shown.fault, shown.status]).toEqual([null, 200])
  const preview = shown.content?.preview
  if (!preview) throw new Error('No effect is shown.')
  return preview
}

async function make(shop: Shop, who: Browser, form: Form = wanted): Promise<string> {
  const { seen } = await look(shop, who, form)
  const made = await outcome(shop, who, newCampaignScreen, { form: { action: 'make', ...empty, ...form, seen } })
  expect([made.fault, made.status]).toEqual([null, 303])
  return /campaigns\/([^?]+)/.exec(made.location ?? '')?.[1] ?? ''
}

async function listed(shop: Shop, who: Browser, query: Record<string, string> = {}): Promise<string[]> {
  return (await contentOf(shop, who, campaignsScreen, { query })).rows.map(({ label }) => label)
}

describe('a campaign', () => {
  test('planned for Friday 00:00 begins and ends by the clock of the shop, to the second', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const who = await signedIn(shop, 'owner')
    const id = await make(shop, who)
    const page = await open(shop, who, id)
    expect([page.state, page.startsAt, page.endsAt, page.products]).toEqual([
      'to_come',
      '2026-06-18T22:00:00.000Z',
      '2026-06-21T22:00:00.000Z',
      2,
    ])
    expect(page.fields).toMatchObject({ ...friday, name: 'Midsummer', value: '20', skus: 'FAN\nRAM' })
    clock.advance(secondsTo(clock, '2026-06-18T21:59:59.999Z'))
    expect(await shopperSees(shop, 'fan-del')).toMatchObject({ now: 99, changesAt: '2026-06-18T22:00:00.000Z' })
    clock.advance(0.001)
    expect(await shopperSees(shop, 'fan-del')).toMatchObject({ now: 79.2, before: 99 })
    clock.advance(secondsTo(clock, '2026-06-21T21:59:59.999Z'))
    expect(await shopperSees(shop, 'fan-del')).toMatchObject({ now: 79.2, changesAt: '2026-06-21T22:00:00.000Z' })
    clock.advance(0.001)
    expect((await shopperSees(shop, 'fan-del')).now).toBe(99)
    expect((await open(shop, await signedIn(shop, 'owner'), id)).edits).toBe('nothing')
  })

  test('is saved only as it was seen: prices that change meanwhile are shown first', async () => {
    await using shop = await fixtureShop()
    const who = await signedIn(shop, 'owner')
    const preview = await look(shop, who, wanted)
    expect(preview.rows).toMatchObject([
      { sku: 'FAN', before: 9_900, after: 7_920, low: 9_900, notes: [] },
      { sku: 'RAM', before: 19_900, after: 15_920, low: 19_900, notes: [] },
    ])
    await changePrices(shop, [{ sku: 'FAN', prices: [{ currency: 'SEK', min_quantity: 1, amount: 20_000 }] }])
    const form = { action: 'make', ...empty, ...wanted, seen: preview.seen }
    const again = await outcome(shop, who, newCampaignScreen, { form })
    expect(again.content?.preview).toMatchObject({ isOther: true, rows: [{ after: 16_000 }, {}] })
    expect(again.content?.fields.name).toBe('Midsummer')
    expect(await listed(shop, who, { q: 'Mid' })).toEqual([])
  })

  test('is made once, however often its form is sent', async () => {
    await using shop = await fixtureShop()
    const who = await signedIn(shop, 'owner')
    const { seen, key } = await look(shop, who, wanted)
    const form = { action: 'make', ...empty, ...wanted, seen, key }
    const sent = await Promise.all([1, 2, 3].map(() => outcome(shop, who, newCampaignScreen, { form })))
    expect(new Set(sent.map(({ location }) => location)).size).toBe(1)
    expect(await listed(shop, who, { q: 'Mid' })).toEqual(['Midsummer'])
    expect(await auditOf(shop.db, { kind: 'campaign', id: key })).toHaveLength(1)
    for (const odd of ['feed-0000-7000-8000-000000000000', 'july', ''])
      expect((await outcome(shop, who, newCampaignScreen, { form: { ...form, key: odd } })).location).not.toContain(
        odd || 'undefined',
      )
  })

  test('warns of prices at a loss, above the lowest of 30 days, and no lower than now', async () => {
    await using shop = await fixtureShop()
    const who = await signedIn(shop, 'owner')
    const offer = { supplier: 'a', number: '', currency: 'SEK', stock: 1, delivery_days: 1, is_priced: 0 } as const
    await shop.db
      .insertInto('supplier_offers')
      .values({ ...offer, product_id: 'fan', cost: 9_000, changed_at: '2026-01-01T00:00:00.000Z' })
      .execute()
    const skus = 'FAN\nAGAIN\nODD-PRICE\nBAT-UNPRICED'
    const form = { ...wanted, skus, how: 'amount', value: '15', start_day: '', start_time: '' }
    const notesFor = async (browser: Browser) =>
      Object.fromEntries(
        (
          await outcome(shop, browser, newCampaignScreen, { form: { action: 'make', ...empty, ...form } })
        ).content?.preview?.rows.map(({ sku, notes }) => [sku, notes.map(({ text }) => text)]) ?? [],
      )
    expect(await notesFor(who)).toEqual({
      FAN: ['Below the cost'],
      // An earlier campaign of the month was cheaper.
      AGAIN: ['Not below the lowest price of 30 days'],
      'ODD-PRICE': ['Not lower than now'],
      'BAT-UNPRICED': ['Has no price'],
    })
  })

  test('a fixed price, an amount and percent reduce the prices that they should', async () => {
    await using shop = await fixtureShop()
    const who = await signedIn(shop, 'owner')
    const rowsOf = async (id: string) =>
      (
        await shop.db
          .selectFrom('campaign_prices')
          .select(['currency', 'min_quantity', 'amount'])
          .where('campaign_id', '=', id)
          .orderBy('currency')
          .orderBy('min_quantity')
          .execute()
      ).map(({ currency, min_quantity: from, amount }) => [currency, from, amount])
    expect(await rowsOf(await make(shop, who, { ...wanted, skus: 'BAT', how: 'price', value: '399' }))).toEqual([
      ['SEK', 1, 39_900],
    ])
    const percent = await make(shop, who, { ...wanted, skus: 'OWN-EURO', value: '12,5', ending: '90' })
    expect(await rowsOf(percent)).toEqual([
      ['EUR', 1, 1_090],
      ['SEK', 1, 8_690],
    ])
    expect(await rowsOf(await make(shop, who, { ...wanted, skus: 'BAT', how: 'amount', value: '50' }))).toEqual([
      ['SEK', 1, 44_900],
      ['SEK', 5, 39_900],
      ['SEK', 10, 34_900],
    ])
  })

  test('keeps its prices once it has begun, can be stopped, and counts for the next one', async () => {
    const clock = movableClock()
    await using shop = await fixtureShop(clock)
    const who = await signedIn(shop, 'owner')
    const id = await make(shop, who, { ...wanted, start_day: '', start_time: '', value: '50' })
    const { version, edits } = await open(shop, who, id)
    expect([edits, (await shopperSees(shop, 'fan-del')).now]).toEqual(['end', 49.5])
    const form = { action: 'change', version, ...empty, ...wanted, value: '10' }
    const { seen } = await look(shop, who, { ...wanted, value: '10' })
    expect((await act(shop, who, id, { ...form, seen })).fault).toContain('has begun')
    expect((await act(shop, who, id, { action: 'remove', version })).fault).toContain('has begun')
    clock.advance(3_600)
    expect((await act(shop, who, id, { action: 'stop', version })).fault).toBeNull()
    expect((await shopperSees(shop, 'fan-del')).now).toBe(99)
    expect((await act(shop, who, id, { action: 'stop', version })).fault).toContain('The owner')
    // The next campaign compares with what was paid in the first.
    const next = await look(shop, who, { ...wanted, value: '20' })
    expect(next.rows[0]).toMatchObject({ sku: 'FAN', after: 7_920, low: 4_950 })
    expect(next.warnings).toMatchObject([{ count: 2 }])
  })

  test('is changed and deleted before it begins, by one person at a time', async () => {
    await using shop = await fixtureShop()
    const [one, other] = [await signedIn(shop, 'owner'), await signedIn(shop, 'manager')]
    const id = await make(shop, one)
    const { version } = await open(shop, other, id)
    const changed = { ...wanted, skus: 'PASTE', value: '30' }
    const { seen } = await look(shop, one, changed)
    const change = { action: 'change', version, ...empty, ...changed, seen }
    expect((await act(shop, one, id, change)).fault).toBeNull()
    expect((await open(shop, one, id)).table.rows).toMatchObject([{ sku: 'PASTE', after: 5_530 }])
    const late = await act(shop, other, id, { action: 'remove', version })
    expect(late.fault).toContain('The owner')
    const now = (await open(shop, other, id)).version
    expect((await act(shop, other, id, { action: 'remove', version: now })).fault).toBeNull()
    expect(await outcome(shop, one, campaignScreen, { params: { id } })).toMatchObject({ status: 404 })
    const left = await shop.db.selectFrom('campaign_prices').select('amount').where('campaign_id', '=', id).execute()
    expect(left).toEqual([])
    const log = await auditOf(shop.db, { kind: 'campaign', id })
    expect(log.map(({ operation }) => operation).toSorted()).toEqual([
      'campaigns.change',
      'campaigns.make',
      'campaigns.remove',
    ])
  })

  test('only the pages of its products are dropped when it is planned', async () => {
    await using shop = await fixtureShop()
    const who = await signedIn(shop, 'owner')
    await shop.db.deleteFrom('invalidations').execute()
    await make(shop, who)
    const tags = (await shop.db.selectFrom('invalidations').select('tag').execute()).map(({ tag }) => tag)
    expect(tags).toEqual(expect.arrayContaining(['product:fan', 'product:ram', 'product:kit', 'category:desktop']))
    expect(tags.filter((tag) => tag === 'catalog' || tag === 'product:paste')).toEqual([])
  })

  test('of a feed is shown and not changed; the list finds campaigns by state, kind and article', async () => {
    await using shop = await fixtureShop()
    const who = await signedIn(shop, 'owner')
    await shop.db.updateTable('campaigns').set({ id: 'feed-x' }).where('id', '=', 'july').execute()
    const id = await make(shop, who)
    expect(await listed(shop, who, { kind: 'feed' })).toEqual(['july'])
    expect(await listed(shop, who, { q: 'fan' })).toEqual(['Midsummer'])
    expect(await listed(shop, who, { q: "' or 1=1 --" })).toEqual([])
    expect((await listed(shop, who, { state: 'runs' })).toSorted()).toEqual(['june', 'overlapping'])
    const all = await listed(shop, who, { sort: 'name' })
    expect(all).toEqual((await listed(shop, who, { sort: '-name' })).toReversed())
    const { version, edits } = await open(shop, who, 'feed-x')
    expect(edits).toBe('nothing')
    expect((await act(shop, who, 'feed-x', { action: 'remove', version })).fault).toContain('cannot be changed')
    const { pricing } = await contentOf(shop, who, productScreen, { params: { sku: 'FAN' } })
    expect(pricing.campaigns).toMatchObject([{ name: 'Midsummer', state: 'to_come' }])
    expect(pricing.campaigns[0]?.address).toContain(id)
  })

  test.each([
    [{ name: '' }, 'a name'],
    [{ skus: '' }, 'which products'],
    [{ skus: 'NOTHING' }, 'There is no "NOTHING"'],
    [{ skus: 'GIFT' }, 'No product matches'],
    [{ value: '0' }, 'makes sense'],
    [{ value: '96' }, 'makes sense'],
    [{ how: 'amount', value: '-5' }, 'an amount'],
    [{ end_day: '2026-06-18' }, 'must come after'],
    [{ start_day: '2026-06-14' }, 'in the past'],
    [{ start_day: '2026-02-30' }, 'a day and a time'],
    [{ end_time: '25:00' }, 'a day and a time'],
  ] as const)('with %j is refused', async (form, fault) => {
    await using shop = await fixtureShop()
    const who = await signedIn(shop, 'owner')
    const asked = { action: 'make', ...empty, ...wanted, ...form }
    expect((await outcome(shop, who, newCampaignScreen, { form: asked })).fault).toContain(fault)
  })
})
