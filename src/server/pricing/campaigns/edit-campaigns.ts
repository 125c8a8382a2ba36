import { insertInvalidations } from '../../catalog/change-queries.ts'
import { dealBetween } from '../../catalog/deal/queries.ts'
import { purgePrices } from '../../catalog/maintenance/finish-catalog.ts'
import { refreshSortPrices } from '../../catalog/maintenance/finish-queries.ts'
import { kindOf } from '../../platform/db/kind-of.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { Shop } from '../../platform/shop.ts'
import { PriceError } from '../choice/price-error.ts'
import { choiceJson, ruleJson } from '../choice/rule-json.ts'
import type { CampaignPriceRow, CampaignRule } from './campaign-prices.ts'
import {
  dealIdOf,
  dealOfCampaign,
  deleteCampaignRows,
  insertCampaign,
  lockCampaign,
  productsOfCampaign,
  replacePrices,
  ruleOfCampaign,
  setDeal,
  updateCampaign,
  type CampaignRow,
} from './campaign-queries.ts'

/** The end of a campaign that has none. */
export const noEnd = '9999-12-31T00:00:00.000Z'
/** A campaign that should have begun this long ago, while its form was filled in, begins at once. */
const graceMs = 15 * 60_000
const maxNameLength = 200

/** When a campaign counts, UTC ISO; `startsAt` null for at once, `endsAt` null for no end. */
export type CampaignPeriod = { readonly startsAt: string | null; readonly endsAt: string | null }
export type NewCampaign = CampaignPeriod & CampaignRule & { readonly name: string }
type Services = Pick<Shop, 'db' | 'now'>

/** The period of a campaign that has not begun. Throws PriceError for one that is over, or ends before it begins. */
export function periodFrom({ startsAt, endsAt }: CampaignPeriod, now: Date): { starts_at: string; ends_at: string } {
  const at = now.toISOString()
  if (startsAt !== null && startsAt < new Date(now.getTime() - graceMs).toISOString())
    throw new PriceError('campaign_past', 'A campaign does not begin in the past.')
  const starts_at = startsAt === null || startsAt < at ? at : startsAt
  const ends_at = endsAt ?? noEnd
  if (ends_at <= starts_at) throw new PriceError('campaign_period', 'A campaign ends after it begins.')
  return { starts_at, ends_at }
}

/** Makes a campaign with prices that `previewCampaign` computed; pages show them from its beginning on. */
export async function createCampaign(
  { db, now }: Services,
  actor: string,
  wanted: NewCampaign & { id?: string },
  rows: readonly CampaignPriceRow[],
): Promise<string> {
  const name = checkedName(wanted.name)
  const at = now()
  const period = periodFrom(wanted, at)
  if (rows.length === 0) throw new PriceError('price_none_changed', 'No price would be lower.')
  const id = wanted.id ?? newId(at.getTime())
  await db.transaction().execute(async (trx) => {
    const rule = { campaign_id: id, ...ruleColumns(wanted), actor, created_at: at.toISOString() }
    if (!(await insertCampaign(trx, { campaign: { id, name, ...period }, rule }, rows)))
      throw new PriceError('campaign_there', `The campaign ${id} is there already.`)
    await follow(trx, productIds(rows), { at, hasBegun: period.starts_at <= at.toISOString() })
  })
  return id
}

/** Replaces everything of a campaign that has not begun. Throws PriceError. */
export async function replaceCampaign(
  { db, now }: Services,
  id: string,
  wanted: NewCampaign,
  rows: readonly CampaignPriceRow[],
): Promise<void> {
  const name = checkedName(wanted.name)
  const at = now()
  const period = periodFrom(wanted, at)
  if (rows.length === 0) throw new PriceError('price_none_changed', 'No price would be lower.')
  await db.transaction().execute(async (trx) => {
    const campaign = await lockedCampaign(trx, id)
    if (campaign.starts_at <= at.toISOString()) throw new PriceError('campaign_begun', 'The campaign has begun.')
    if (!(await ruleOfCampaign(trx, id))) throw new PriceError('campaign_of_feed', 'The campaign has no rule.')
    const before = await productsOfCampaign(trx, id)
    await updateCampaign(trx, id, { name, ...period })
    await replacePrices(trx, id, ruleColumns(wanted), rows)
    const touched = [...new Set([...before, ...productIds(rows)])]
    await follow(trx, touched, { at, hasBegun: period.starts_at <= at.toISOString() })
  })
}

/**
 * Changes the name and the end of a campaign that is not over. Its prices stay: the lowest price of the 30 days before
 * a later campaign follows from them.
 */
export async function renameCampaign(
  { db, now }: Services,
  id: string,
  wanted: { name: string; endsAt: string | null; titles?: { en: string; sv: string } | undefined },
): Promise<void> {
  const name = checkedName(wanted.name)
  const at = now()
  const endsAt = wanted.endsAt ?? noEnd
  await db.transaction().execute(async (trx) => {
    const campaign = await lockedCampaign(trx, id)
    if (campaign.ends_at <= at.toISOString()) throw new PriceError('campaign_over', 'The campaign is over.')
    if (endsAt <= at.toISOString() || endsAt <= campaign.starts_at)
      throw new PriceError('campaign_period', 'A campaign ends after it begins, and not in the past.')
    const deal = await dealOfCampaign(trx, id)
    await updateCampaign(trx, id, { name: deal && wanted.titles ? wanted.titles.en : name, ends_at: endsAt })
    if (deal) {
      if (await dealBetween(trx, campaign.starts_at, endsAt, deal.id))
        throw new PriceError('deal_overlap', 'Another deal runs in that period.')
      await setDeal(trx, deal.id, { titles: wanted.titles ?? deal.titles, expiresAt: endsAt })
      await insertInvalidations(trx, ['layout'], at.toISOString())
    }
    await follow(trx, await productsOfCampaign(trx, id), { at, hasBegun: false })
  })
}

/** Ends a campaign, or the deal that it belongs to, now. What its prices were is kept. */
export async function stopCampaign({ db, now }: Services, id: string): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const campaign = await lockedCampaign(trx, id)
    if (campaign.ends_at <= at.toISOString()) throw new PriceError('campaign_over', 'The campaign is over.')
    if (campaign.starts_at >= at.toISOString())
      throw new PriceError('campaign_period', 'The campaign has not begun: delete it.')
    await updateCampaign(trx, id, { ends_at: at.toISOString() })
    const deal = await dealOfCampaign(trx, id)
    if (deal) {
      await setDeal(trx, deal.id, { titles: deal.titles, expiresAt: at.toISOString() })
      await insertInvalidations(trx, ['layout'], at.toISOString())
    }
    await follow(trx, await productsOfCampaign(trx, id), { at, hasBegun: true })
  })
}

/** Deletes a campaign that has not begun, and its deal. Throws PriceError. */
export async function deleteCampaign({ db, now }: Services, id: string): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const campaign = await lockedCampaign(trx, id)
    if (campaign.starts_at <= at.toISOString()) throw new PriceError('campaign_begun', 'The campaign has begun.')
    const products = await productsOfCampaign(trx, id)
    const deal = await dealOfCampaign(trx, id)
    await deleteCampaignRows(trx, id, deal ? dealIdOf(id) : null)
    if (deal) await insertInvalidations(trx, ['layout'], at.toISOString())
    await follow(trx, products, { at, hasBegun: false })
  })
}

async function lockedCampaign(trx: DatabaseTransaction, id: string): Promise<CampaignRow> {
  const campaign = await lockCampaign(trx, id)
  if (!campaign) throw new PriceError('campaign_unknown', `There is no campaign ${id}.`)
  if (id.startsWith('feed-')) throw new PriceError('campaign_of_feed', 'The campaign came with a feed.')
  return campaign
}

/**
 * Purges the pages of these products, also of a campaign to come: a page that was cached does not know when to show its
 * price.
 */
async function follow(
  trx: DatabaseTransaction,
  ids: readonly string[],
  { at, hasBegun }: { at: Date; hasBegun: boolean },
): Promise<void> {
  if (hasBegun) await refreshSortPrices(trx, at.toISOString())
  await purgePrices(trx, kindOf(trx), ids, at.toISOString())
}

function ruleColumns({ choice, rule, ending }: CampaignRule) {
  return { choice: choiceJson.write(choice), rule: ruleJson.write(rule), ending }
}

const productIds = (rows: readonly CampaignPriceRow[]): string[] => [...new Set(rows.map((row) => row.product_id))]

function checkedName(text: string): string {
  const name = text.trim().slice(0, maxNameLength)
  if (name === '') throw new PriceError('campaign_name', 'A campaign has a name.')
  return name
}
