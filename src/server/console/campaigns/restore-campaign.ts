import { z } from 'zod'
import { createDeal } from '../../catalog/deal/edit-deals.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import { previewCampaign } from '../../pricing/campaigns/campaign-prices.ts'
import { campaignById, dealIdOf } from '../../pricing/campaigns/campaign-queries.ts'
import { createCampaign, noEnd } from '../../pricing/campaigns/edit-campaigns.ts'
import { endingOf } from '../../pricing/choice/rule-json.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { remake, type Removed, type Restorable } from '../staff/restorable.ts'
import { loggedCampaign, pricesIn } from './campaign-undo.ts'
import { campaignLog } from './on-campaign.ts'

const isThere: Restorable['isThere'] = async (db, id) => (await campaignById(db, id)) !== undefined

const deal = z.object({
  sku: z.string(),
  percent: z.number(),
  titles: z.object({ en: z.string(), sv: z.string() }),
  starts_at: z.string(),
  ends_at: z.string(),
})

/**
 * Campaigns and deals to come that were deleted. Their prices are computed anew from those of now. One whose beginning
 * has passed is made by its form: it would not be the campaign that was planned.
 */
export const restorableCampaigns: Restorable = {
  kind: 'campaign',
  removedBy: ['campaigns.remove'],
  isThere,
  canBe: ({ shop }, { fields }) => {
    const read = loggedCampaign.safeParse(fields)
    if (!read.success || read.data.starts_at <= shop.now().toISOString()) return false
    return read.data.rule !== undefined || deal.safeParse(fields).success
  },
  restore,
}

const making = {
  kind: 'campaign',
  operation: 'campaigns.restore',
  lock: lockImports,
  isThere,
  log: (db: Parameters<typeof campaignById>[0], id: string) => campaignLog(id)(db),
} as const

async function restore(context: ConsoleContext, removed: Removed): Promise<void> {
  const { id, fields } = removed
  const asDeal = deal.safeParse(fields)
  if (asDeal.success) {
    const { sku, percent: discount, titles, starts_at: startsAt, ends_at: expiresAt } = asDeal.data
    const dealId = dealIdOf(id)
    if (dealId === null) throw new ConsoleError('not_possible')
    const wanted = { id: dealId, sku, discount, titles, startsAt, expiresAt }
    return remake(context, removed, making, (shop) => createDeal(shop, wanted))
  }
  const { name, starts_at: startsAt, ends_at: end, choice, rule, ending = '' } = loggedCampaign.parse(fields)
  if (choice === undefined || rule === undefined) throw new ConsoleError('not_possible')
  const prices = { ...pricesIn(choice, rule), ending: endingOf(ending) }
  const wanted = { id, name, ...prices, startsAt, endsAt: end === noEnd ? null : end }
  const { rows } = await previewCampaign(context.shop, wanted, startsAt)
  return remake(context, removed, making, (shop) => createCampaign(shop, context.session.actor.name, wanted, rows))
}
