import type { ProductRecord } from '../../../server/catalog/maintenance/product-record.ts'
import type { NewRow } from '../../../server/platform/db/tables.ts'
import { words } from '../words.ts'
import { dayFrom } from './campaigns.ts'

const discount = 20
const id = 'deal-of-the-week'
const title = words('Deal of the week: the electric screwdriver', 'Veckans erbjudande: den elektriska skruvmejseln')

/** The running deal: it started yesterday and ends in five days, with its price set by a campaign. */
export function dealOf(product: ProductRecord, now: Date) {
  const [starts_at, expires_at] = [dayFrom(now, -1), dayFrom(now, 5)]
  const deal: NewRow<'deals'> = { id, product_id: product.id, discount, starts_at, expires_at }
  const texts: NewRow<'deal_texts'>[] = (['en', 'sv'] as const).map((language) => ({
    deal_id: id,
    language,
    title: title[language],
  }))
  const campaign: NewRow<'campaigns'> = {
    id: `campaign-${id}`,
    name: 'Deal of the week',
    starts_at,
    ends_at: expires_at,
  }
  const prices: NewRow<'campaign_prices'>[] = product.prices.map(({ currency, min_quantity, amount }) => ({
    campaign_id: campaign.id,
    product_id: product.id,
    currency,
    min_quantity,
    amount: Math.round((amount * (100 - discount)) / 10_000) * 100,
  }))
  const history: NewRow<'price_history'>[] = prices
    .filter((price) => price.min_quantity === 1)
    .map(({ product_id, currency, amount }) => ({
      product_id,
      currency,
      amount,
      valid_from: starts_at,
      valid_until: expires_at,
    }))
  return { deal, texts, campaign, prices, history }
}

/** The key of the product that the deal is about. */
export const dealPart = 'workshop driver electric'
