import { stableId } from '../../platform/ids.ts'
import type { DatabaseTransaction, NewRow } from '../../platform/db/tables.ts'
import { deleteEmptyCampaigns, deleteFeedPrices, insertFeedCampaigns } from './campaign-queries.ts'
import type { ProductRecord } from './product-record.ts'
import type { SaveOptions } from './save-options.ts'

const noEnd = '9999-12-31T00:00:00.000Z'

type Writing = Pick<SaveOptions, 'kind' | 'now'>

/** Takes products out of the campaigns of feeds, before their prices are compared. */
export async function clearCampaigns(
  trx: DatabaseTransaction,
  { kind }: Writing,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0 && (await deleteFeedPrices(trx, kind, ids))) await deleteEmptyCampaigns(trx)
}

/** Puts products into the campaigns that their feeds have; one without a beginning begins now. */
export async function saveCampaigns(
  trx: DatabaseTransaction,
  { kind, now }: Writing,
  records: readonly ProductRecord[],
): Promise<void> {
  const campaigns = new Map<string, NewRow<'campaigns'>>()
  const prices = records.flatMap(({ id: product_id, feed, campaign }): NewRow<'campaign_prices'>[] => {
    if (!campaign) return []
    const starts_at = campaign.starts_at ?? now.toISOString()
    const ends_at = campaign.ends_at ?? noEnd
    const name = feed ?? ''
    const id = `feed-${stableId(`${name}\n${starts_at}\n${ends_at}`)}`
    campaigns.set(id, { id, name, starts_at, ends_at })
    return campaign.prices.map(({ currency, amount }) => ({
      campaign_id: id,
      product_id,
      currency,
      min_quantity: 1,
      amount,
    }))
  })
  await insertFeedCampaigns(trx, kind, [...campaigns.values()], prices)
}
