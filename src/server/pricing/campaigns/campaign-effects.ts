import type { Database } from '../../platform/db/tables.ts'
import { lowsBefore, readPriceBasics, readPriceFacts } from '../choice/price-facts.ts'
import { effectOf, type CampaignEffect } from './campaign-prices.ts'
import { pricesOfCampaign, type CampaignRow } from './campaign-queries.ts'

/** What a stored campaign does to its products: one page of them in the order of their ids. */
export async function effectsOfCampaign(
  { db, now }: { db: Database; now: () => Date },
  campaign: CampaignRow,
  { after, limit }: { after: string; limit: number },
): Promise<CampaignEffect[]> {
  const basics = await readPriceBasics(db, now())
  const { products, prices } = await pricesOfCampaign(db, campaign.id, after, limit)
  const lows = await lowsBefore(
    db,
    basics,
    products.map(({ id }) => id),
    campaign.starts_at,
  )
  const own = Map.groupBy(prices, (row) => row.product_id)
  return (await readPriceFacts(db, basics, products)).map((facts) =>
    effectOf(facts, { rows: own.get(facts.id) ?? [], base: basics.base, low: lows.get(facts.id) ?? null }),
  )
}
