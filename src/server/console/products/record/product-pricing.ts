import { consolePath } from '../../../../console-routes.ts'
import type { ProductPricing } from '../../../../contracts/console/product.ts'
import { campaignState } from '../../../../domain/money/campaign-states.ts'
import { marginOf } from '../../../../domain/money/price-rules.ts'
import { may } from '../../../identity/staff/staff-session.ts'
import { campaignsOfProduct } from '../../../pricing/campaigns/campaign-queries.ts'
import { noEnd } from '../../../pricing/campaigns/edit-campaigns.ts'
import { lowsBefore, readPriceBasics, readPriceFacts } from '../../../pricing/choice/price-facts.ts'
import { changesOfProduct } from '../../../pricing/price-changes/change-queries.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'

const max = 10

/** What is known of a product's price: its lowest of 30 days, what is earned, and what changes it. */
export async function pricingOf(
  { shop, session }: ConsoleContext,
  product: { id: string; sku: string; vat_class: string },
): Promise<ProductPricing> {
  const { db } = shop
  const now = shop.now()
  const basics = await readPriceBasics(db, now)
  const [facts] = await readPriceFacts(db, basics, [product])
  const lows = await lowsBefore(db, basics, [product.id], now.toISOString())
  const { unit = null, cost = null, vatRate = 0 } = facts ?? {}
  const mayCosts = may(session, 'figures.view')
  const campaigns = await campaignsOfProduct(db, product.id, max)
  const changes = may(session, 'prices.view') ? await changesOfProduct(db, product.id, max) : []
  return {
    base: basics.base,
    low: lows.get(product.id) ?? null,
    cost: mayCosts ? cost : null,
    margin: mayCosts && unit !== null && cost !== null ? marginOf(unit, cost, vatRate) : null,
    campaigns: campaigns.map(({ id, name, starts_at: startsAt, ends_at: endsAt }) => ({
      name,
      address: consolePath('campaign', { id }),
      state: campaignState({ starts_at: startsAt, ends_at: endsAt }, now.toISOString()),
      startsAt,
      endsAt: endsAt === noEnd ? null : endsAt,
    })),
    changes: changes.map(({ id, created_at: at, actor, before, after, state }) => ({
      address: consolePath('price-change', { id }),
      at,
      actor,
      before,
      after,
      isUndone: state === 'undone',
    })),
    newCampaign: consolePath('campaign-new', {}, { sku: product.sku }),
    mayChange: may(session, 'prices.change'),
  }
}
