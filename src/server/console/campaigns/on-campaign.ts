import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import {
  campaignById,
  countProductsOf,
  dealOfCampaign,
  lockCampaign,
  ruleOfCampaign,
  type CampaignRow,
} from '../../pricing/campaigns/campaign-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { recordChanged } from '../frame/record-changed.ts'

/** The campaign of the address; undefined where there is none. */
export async function requestedCampaign({ shop, request }: ConsoleContext): Promise<CampaignRow | undefined> {
  return campaignById(shop.db, (request.params['id'] ?? '').slice(0, 120))
}

export const campaignSubject = (id: string, name: string) => ({ kind: 'campaign', id, label: name })

/** What the log compares of a campaign. */
export const campaignLog = (id: string) => async (trx: Queryable) => {
  const campaign = await campaignById(trx, id)
  if (!campaign) return {}
  const rule = await ruleOfCampaign(trx, id)
  const deal = await dealOfCampaign(trx, id)
  return {
    name: campaign.name,
    starts_at: campaign.starts_at,
    ends_at: campaign.ends_at,
    products: (await countProductsOf(trx, [id])).get(id) ?? 0,
    ...(rule ? { choice: rule.choice, rule: rule.rule, ending: rule.ending } : {}),
    ...(deal ? { sku: deal.sku, percent: deal.discount, titles: deal.titles } : {}),
  }
}

/** Changes with everything that the form of a campaign holds. */
export async function campaignVersion(db: Queryable, id: string): Promise<string> {
  return hashSecret(JSON.stringify(await campaignLog(id)(db))).slice(0, 40)
}

/** Does something with the campaign of the address, unless somebody changed it since `version`. */
export async function onCampaign(
  context: ConsoleContext,
  operation: string,
  version: string,
  work: (shop: Shop, id: string) => Promise<unknown>,
): Promise<void> {
  const campaign = await requestedCampaign(context)
  if (!campaign) throw new ConsoleError('unknown')
  const { id, name } = campaign
  const guard = async (trx: DatabaseTransaction) => {
    if (!(await lockCampaign(trx, id))) throw new ConsoleError('unknown')
    if ((await campaignVersion(trx, id)) !== version) throw await recordChanged(trx, { kind: 'campaign', id })
  }
  const action = { operation, subject: campaignSubject(id, name), guard, fields: campaignLog(id) }
  await audited(context.shop, context.session.actor, action, (shop) => work(shop, id))
}
