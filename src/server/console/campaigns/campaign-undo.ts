import { z } from 'zod'
import { campaignState } from '../../../domain/money/campaign-states.ts'
import { previewCampaign, type CampaignRule } from '../../pricing/campaigns/campaign-prices.ts'
import type { CampaignRow } from '../../pricing/campaigns/campaign-queries.ts'
import { noEnd, renameCampaign, replaceCampaign } from '../../pricing/campaigns/edit-campaigns.ts'
import { PriceError } from '../../pricing/choice/price-error.ts'
import { choiceJson, endingOf, ruleJson } from '../../pricing/choice/rule-json.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { fieldsWithout, parseLogFields, type Undoing } from '../staff/undo-record.ts'
import { campaignLog, campaignVersion, onCampaign } from './on-campaign.ts'

export const loggedCampaign = z.object({
  name: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  choice: z.string().optional(),
  rule: z.string().optional(),
  ending: z.string().optional(),
  titles: z.object({ en: z.string(), sv: z.string() }).optional(),
})
type Logged = z.output<typeof loggedCampaign>

/** How the changes of a campaign are taken back; what was stopped stays stopped. */
export async function undoingOfCampaign({ shop }: ConsoleContext, { id }: CampaignRow): Promise<Undoing> {
  return {
    subject: { kind: 'campaign', id },
    operations: ['campaigns.change', 'campaigns.end', 'campaigns.undo'],
    now: await campaignLog(id)(shop.db),
    // Follows from the choice and the prices of the day.
    ignored: ['products'],
    permission: 'prices.change',
  }
}

/**
 * Takes a change of a campaign back. The prices of one to come are computed anew by its former rule. Of one that has
 * begun, only the name, the texts and the end are put back: its prices have been seen, and the lowest price of 30 days
 * has them. Throws a refusal.
 */
export async function undoCampaign(context: ConsoleContext, row: CampaignRow, entry: string): Promise<void> {
  const version = await campaignVersion(context.shop.db, row.id)
  const undoing = await undoingOfCampaign(context, row)
  const former = parseLogFields(loggedCampaign, await fieldsWithout(context, undoing, entry))
  const now = parseLogFields(loggedCampaign, undoing.now)
  const endsAt = former.ends_at === noEnd ? null : former.ends_at
  const isToCome = campaignState(row, context.shop.now().toISOString()) === 'to_come'
  const { choice, rule } = former
  if (isToCome && choice !== undefined && rule !== undefined) {
    const prices = { ...pricesIn(choice, rule), ending: endingOf(former.ending ?? '') }
    const wanted = { name: former.name, ...prices, startsAt: former.starts_at, endsAt }
    const { rows } = await previewCampaign(context.shop, wanted, former.starts_at)
    await onCampaign(context, 'campaigns.undo', version, (shop, id) => replaceCampaign(shop, id, wanted, rows))
    return
  }
  if (!isSamePrices(former, now)) throw new PriceError('campaign_begun', 'The campaign has begun.')
  const { name, titles } = former
  await onCampaign(context, 'campaigns.undo', version, (shop, id) => renameCampaign(shop, id, { name, endsAt, titles }))
}

/** The log may be older than the form that choices and rules have now. */
export function pricesIn(choice: string, rule: string): Pick<CampaignRule, 'choice' | 'rule'> {
  try {
    const read = ruleJson.read(rule)
    if (read.how !== 'margin') return { choice: choiceJson.read(choice), rule: read }
  } catch {
    // The refusal below is told instead.
  }
  throw new ConsoleError('not_possible')
}

function isSamePrices(former: Logged, now: Logged): boolean {
  return (['starts_at', 'choice', 'rule', 'ending'] as const).every((name) => former[name] === now[name])
}
