import type { CurrencyCode } from '../../../src/domain/money/currencies.ts'
import { finishCatalog } from '../../../src/server/catalog/maintenance/finish-catalog.ts'
import type { OpenDatabase } from '../../../src/server/platform/db/connect.ts'
import type { Database } from '../../../src/server/platform/db/tables.ts'
import { addOddCoupons, setOddDelivery, setOddRates } from './odd-rules.ts'
import { Random } from './random.ts'

type Tiers = readonly (readonly [from: number, amount: number])[]
type Product = { id: string; sku: string; type: number }

/** Prices that are hard to round: fractions of a krona, half öre after VAT, tiers that differ by öre. */
const hardPrices: readonly Tiers[] = [
  [[1, 49]],
  [[1, 149]],
  [
    [1, 940],
    [100, 860],
  ],
  [[1, 12_375]],
  [
    [1, 12_375],
    [5, 11_125],
    [50, 9_999],
  ],
  [[1, 5]],
  [[1, 40]],
  [[1, 99]],
  [
    [1, 999],
    [10, 995],
    [100, 949],
  ],
  [
    [1, 1_000],
    [2, 999],
  ],
  [[1, 99_995]],
  [
    [1, 333],
    [3, 332],
    [7, 331],
    [1000, 133],
  ],
  [[1, 6_310]],
  [
    [1, 10_050],
    [10, 9_950],
  ],
]
const campaignId = (name: string): string => `odd-${name}`
const hardFrom = '2026-01-01T00:00:00.000Z'

/** Gives a demo shop difficult amounts, reproducible by seed, with enough stock of everything. */
export async function addOddAmounts(
  { db, kind }: OpenDatabase,
  { seed, now }: { seed: number; now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const random = new Random(seed)
    const products: Product[] = await trx
      .selectFrom('products')
      .select(['id', 'sku', 'type'])
      .where('type', 'in', [1, 3])
      .orderBy('sku')
      .execute()
    await writeCampaigns(trx, now)
    await setOddRates(trx)
    await addOddCoupons(trx, now)
    await setOddDelivery(trx)
    for (const [at, product] of products.entries()) await addOddPrices(trx, { product, at, random })
    await trx
      .updateTable('product_relations')
      .set({ discount_percent: 7 })
      .where('kind', '=', 'bundle')
      .where('discount_percent', '=', 10)
      .execute()
    await trx
      .updateTable('product_relations')
      .set({ discount_percent: 33 })
      .where('kind', '=', 'bundle')
      .where('discount_percent', '=', 15)
      .execute()
    await trx.updateTable('stock').set({ on_hand: 50_000_000, reserved: 0 }).execute()
    await finishCatalog(trx, { kind, now })
  })
}

async function addOddPrices(
  db: Database,
  { product, at, random }: { product: Product; at: number; random: Random },
): Promise<void> {
  if (at % 5 === 0) return
  const tiers = at % 2 === 0 ? random.pick(hardPrices) : randomTiers(random, 40, 300_000)
  await replace(db, product, 'SEK', tiers)
  if (at % 3 === 0)
    for (const currency of random.some(['NOK', 'DKK', 'EUR', 'GBP', 'USD'] as const, random.between(1, 3)))
      await replace(db, product, currency, randomTiers(random, 7, 40_000))
  if (at % 7 === 0)
    await db.updateTable('products').set({ vat_class: 'reduced' }).where('id', '=', product.id).execute()
  if (at % 4 === 1) await writeOffers(db, { product, random, first: tiers[0]?.[1] ?? 0 })
  else await db.deleteFrom('campaign_prices').where('product_id', '=', product.id).execute()
}

async function replace(db: Database, { id }: Product, currency: CurrencyCode, tiers: Tiers): Promise<void> {
  await db.deleteFrom('prices').where('product_id', '=', id).where('currency', '=', currency).execute()
  await db
    .insertInto('prices')
    .values(tiers.map(([from, amount]) => ({ product_id: id, currency, min_quantity: from, amount })))
    .execute()
  await db.deleteFrom('price_history').where('product_id', '=', id).where('currency', '=', currency).execute()
  await db
    .insertInto('price_history')
    .values({ product_id: id, currency, amount: tiers[0]?.[1] ?? 0, valid_from: hardFrom, valid_until: null })
    .execute()
}

function randomTiers(random: Random, min: number, max: number): Tiers {
  // Log-uniform, so that small prices are as frequent as large ones.
  const first = Math.round(min * (max / min) ** random.next())
  const starts = random
    .some([2, 3, 5, 10, 25, 50, 100, 500, 1000], random.between(0, 4))
    .toSorted((left, right) => left - right)
  let amount = first
  return [
    [1, first],
    ...starts.map((from) => {
      amount = Math.max(1, amount - random.between(0, Math.max(1, Math.floor(amount / 8))))
      return [from, amount] as const
    }),
  ]
}

async function writeCampaigns(db: Database, now: Date): Promise<void> {
  const day = 86_400_000
  const at = (days: number): string => new Date(now.getTime() + days * day).toISOString()
  await db
    .insertInto('campaigns')
    .values(['one', 'two'].map((name) => ({ id: campaignId(name), name, starts_at: at(-5), ends_at: at(30) })))
    .execute()
}

/** Reduced from one unit or from several, in SEK or also in another currency, by one campaign or by two. */
async function writeOffers(
  db: Database,
  { product, random, first }: { product: Product; random: Random; first: number },
): Promise<void> {
  await db.deleteFrom('campaign_prices').where('product_id', '=', product.id).execute()
  for (const name of random.chance(0.3) ? ['one', 'two'] : ['one']) {
    const price = Math.max(1, Math.round(first * (0.4 + random.next() * 0.7)))
    const starts = random.pick([[1], [1, 10], [5], [1, 3, 100], [50]])
    const row = (currency: CurrencyCode, from: number, amount: number) => ({
      campaign_id: campaignId(name),
      product_id: product.id,
      currency,
      min_quantity: from,
      amount: Math.max(1, amount),
    })
    await db
      .insertInto('campaign_prices')
      .values(starts.map((from, step) => row('SEK', from, price - step)))
      .execute()
    if (random.chance(0.3))
      await db
        .insertInto('campaign_prices')
        .values(row(random.pick(['EUR', 'DKK', 'USD']), 1, Math.round(price / 11)))
        .execute()
  }
}
