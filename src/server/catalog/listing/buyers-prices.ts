import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { addTo, emptyBitmap, union } from '../columns/bitmap.ts'
import { firstSold, type ProductColumns } from '../columns/product-columns.ts'
import { percentsOf } from '../products/agreed-facts.ts'
import { listsInForce } from '../products/agreed-queries.ts'
import type { Shop } from '../shop.ts'
import { shopperPrices, type ShopperPrices } from './shopper-prices.ts'

/**
 * Reads the prices of listed products for a shopper: for a buyer with agreed prices, the lower of the agreed and the
 * usual one, as cards show them.
 */
export async function listedPrices(
  { db, agreedLists }: Pick<Shop, 'db' | 'agreedLists'>,
  columns: ProductColumns,
  context: ShoppingContext,
  now: Date,
): Promise<ShopperPrices> {
  const usual = await shopperPrices(db, columns, context, now)
  const { buyer, currency, home } = context
  if (!buyer) return usual
  const currencies = [...new Set([home.currency, currency.code])]
  const lists = await listsInForce(db, buyer, { currencies, at: now.toISOString() })
  if (lists.length === 0) return usual
  const percents = await percentsOf(db, buyer)
  const agreed = await agreedLists.prices(lists, columns, {
    target: usual.pricing.target,
    percentOf: (category) => percents.get(category ?? '') ?? 0,
  })
  return withAgreed(usual, columns, agreed)
}

type Agreed = NonNullable<ShopperPrices['own']>['agreed']

function withAgreed(usual: ShopperPrices, columns: ProductColumns, agreed: Agreed): ShopperPrices {
  const { vatClass } = columns
  const usualPrice = usual.shownPrice
  const shownPrice = (seq: number): number => {
    const price = usualPrice(seq)
    const lower = agreed.lower(seq, price)
    return Number.isNaN(lower) ? price : lower
  }
  const homePrice = (seq: number): number => {
    const lower = agreed.lower(seq, usualPrice(seq))
    return Number.isNaN(lower) ? usual.homePrice(seq) : lower / (usual.vatRatios[vatClass[seq] ?? 0] ?? 1)
  }
  return {
    ...usual,
    ...withUnpriced(usual, columns, agreed),
    homePrice,
    rate: undefined,
    shownPrice,
    shownPrices: (seqs) => {
      const amounts = new Float64Array(seqs.length)
      for (let at = 0; at < seqs.length; at += 1) amounts[at] = shownPrice(seqs[at] as number)
      return amounts
    },
    own: { agreed, usualPrice, isOwn: (seq) => !Number.isNaN(agreed.lower(seq, usualPrice(seq))) },
  }
}

/** Adds the products in stock that nobody else can buy, because they have no usual price. */
function withUnpriced(
  { sold, soldKey, homePrice }: ShopperPrices,
  { isListed, stock, size }: ProductColumns,
  agreed: Agreed,
): Pick<ShopperPrices, 'sold' | 'soldKey'> {
  const unpriced = agreed.seqs.filter(
    (seq) => isListed[seq] === 1 && (stock[seq] ?? 0) >= firstSold && Number.isNaN(homePrice(seq)),
  )
  if (unpriced.length === 0) return { sold, soldKey }
  const added = emptyBitmap(size)
  for (const seq of unpriced) addTo(added, seq)
  return { sold: union([sold, added]), soldKey: undefined }
}
