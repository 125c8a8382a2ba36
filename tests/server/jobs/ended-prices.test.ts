import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { applyRetention, retentionDue } from '../../../src/server/jobs/retention.ts'
import { fixtureShop, movableClock } from '../ordering/checkout/buyer.ts'

type PricedShop = Awaited<ReturnType<typeof fixtureShop>>
const clock = movableClock()
const day = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString()

/** A product with prices of the history, as days from now. */
async function withHistory({ db }: PricedShop, spans: readonly (readonly [from: number, until: number | null])[]) {
  const { id } = await db.selectFrom('products').select('id').where('sku', '=', 'FAN').executeTakeFirstOrThrow()
  await db.deleteFrom('price_history').execute()
  await db.deleteFrom('campaign_prices').execute()
  const rows = spans.map(([from, until], at) => ({
    product_id: id,
    currency: 'SEK' as const,
    amount: (at + 1) * 100,
    valid_from: day(from),
    valid_until: until === null ? null : day(until),
  }))
  await db.insertInto('price_history').values(rows).execute()
  const left = async () => {
    const all = await db.selectFrom('price_history').select('amount').orderBy('valid_from').execute()
    return all.map(({ amount }) => Number(amount) / 100)
  }
  return { id, left }
}

async function addCampaign({ db }: PricedShop, product: string, [from, until]: readonly [number, number]) {
  const id = `kept-${from}`
  await db
    .insertInto('campaigns')
    .values({ id, name: id, starts_at: day(from), ends_at: day(until) })
    .execute()
  const price = { campaign_id: id, product_id: product, currency: 'SEK' as const, min_quantity: 1, amount: 1 }
  await db.insertInto('campaign_prices').values(price).execute()
}

const dueOf = async (shop: PricedShop) => (await retentionDue(shop)).find(({ name }) => name === 'ended prices')?.rows

test('prices that ended 90 days ago are deleted; newer ones and those in force stay', async () => {
  await using shop = await fixtureShop(clock)
  const { left } = await withHistory(shop, [
    [-400, -300],
    [-300, -200],
    [-91, -89],
    [-89, null],
  ])
  expect(await dueOf(shop)).toBe(2)
  await applyRetention(shop)
  expect(await left()).toEqual([3, 4])
  expect(await dueOf(shop)).toBe(0)
})

test('the prices of 30 days before a campaign that runs, or that an undo may bring back, stay', async () => {
  await using shop = await fixtureShop(clock)
  const { id, left } = await withHistory(shop, [
    [-400, -240],
    [-240, -210],
    [-210, -200],
    [-199, -150],
    [-140, -120],
    [-119, -10],
  ])
  await addCampaign(shop, id, [-200, 10])
  await applyRetention(shop)
  expect(await left()).toEqual([2, 3, 5, 6])
  await shop.db.deleteFrom('campaign_prices').execute()
  await applyRetention(shop)
  expect(await left()).toEqual([5, 6])
})

test('prices that changed each day are deleted although a campaign ended lately', async () => {
  await using shop = await fixtureShop(clock)
  const { id, left } = await withHistory(
    shop,
    Array.from({ length: 600 }, (_, at) => [at - 700, at - 699] as const),
  )
  await addCampaign(shop, id, [-20, -1])
  await applyRetention(shop)
  expect(await left()).toEqual([])
})

test('ended prices are found by an index', async () => {
  await using shop = await fixtureShop(clock)
  const { rows } = await (
    shop.kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where name = 'price_history_ended'`
      : sql<{ name: string }>`select indexname as name from pg_indexes where indexname = 'price_history_ended'
          and schemaname = current_schema()`
  ).execute(shop.db)
  expect(rows).toHaveLength(1)
})
