import { discounted } from '../../../domain/cart/discounts.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { Shop } from '../../platform/shop.ts'
import { insertInvalidations, productsShowing } from '../change-queries.ts'
import { refreshSortPrices } from '../maintenance/finish-queries.ts'
import { dealBetween, dealById, endDealRows, insertDeal, priceRows, productOnSale } from './queries.ts'

/** A deal that cannot be created or ended; the message is shown to the operator. */
class DealError extends Error {
  override readonly name = 'DealError'
  readonly fault: 'deal_overlap' | 'deal_product' | 'campaign_period' | 'campaign_unknown'

  constructor(fault: DealError['fault'], message: string) {
    super(message)
    this.fault = fault
  }
}

export type NewDeal = {
  id?: string
  sku: string
  discount: number
  startsAt: string
  expiresAt: string
  titles: Record<Language, string>
}
type Services = Pick<Shop, 'db' | 'now'>

/**
 * Creates a deal and the campaign with its price, and purges the pages that show either. Only one deal runs at a time.
 */
export async function createDeal({ db, now }: Services, wanted: NewDeal): Promise<string> {
  const at = now().toISOString()
  if (wanted.expiresAt <= wanted.startsAt || wanted.expiresAt <= at)
    throw new DealError('campaign_period', 'A deal ends after it begins, and not in the past.')
  const product = await productOnSale(db, wanted.sku)
  if (!product) throw new DealError('deal_product', `There is no published product ${wanted.sku}.`)
  const prices = await priceRows(db, product.id)
  if (prices.length === 0)
    throw new DealError('deal_product', `${wanted.sku} has no price of its own: name one of its variants.`)
  const id = wanted.id ?? newId(now().getTime())
  await db.transaction().execute(async (trx) => {
    const other = await dealBetween(trx, wanted.startsAt, wanted.expiresAt)
    if (other)
      throw new DealError(
        'deal_overlap',
        `Deal ${other.id} runs from ${other.starts_at} to ${other.expires_at}: end it first.`,
      )
    await insertDeal(trx, {
      deal: {
        id,
        product_id: product.id,
        discount: wanted.discount,
        starts_at: wanted.startsAt,
        expires_at: wanted.expiresAt,
      },
      texts: (['en', 'sv'] as const).map((language) => ({ deal_id: id, language, title: wanted.titles[language] })),
      campaign: { id: campaignOf(id), name: wanted.titles.en, starts_at: wanted.startsAt, ends_at: wanted.expiresAt },
      prices: prices.map(({ currency, min_quantity, amount }) => ({
        campaign_id: campaignOf(id),
        product_id: product.id,
        currency,
        min_quantity,
        amount: discounted(amount, wanted.discount),
      })),
    })
    await applyDealChange(trx, product.id, at)
  })
  return id
}

/** Ends a deal now, or cancels it before it begins; a deal that has already ended is not changed. */
export async function endDeal({ db, now }: Services, id: string): Promise<void> {
  const at = now().toISOString()
  await db.transaction().execute(async (trx) => {
    const deal = await dealById(trx, id)
    if (!deal) throw new DealError('campaign_unknown', `There is no deal ${id}.`)
    await endDealRows(trx, id, campaignOf(id), at)
    await applyDealChange(trx, deal.product_id, at)
  })
}

export function campaignOf(dealId: string): string {
  return `campaign-${dealId}`
}

/**
 * Updates sort prices and purges the pages that show the price or the banner: the banner is on every page, the price
 * on the product's pages and in all listings.
 */
async function applyDealChange(trx: DatabaseTransaction, productId: string, at: string): Promise<void> {
  await refreshSortPrices(trx, at)
  const products = await productsShowing(trx, [productId])
  await insertInvalidations(trx, ['layout', 'catalog', ...products.map((id) => `product:${id}`)], at)
}
