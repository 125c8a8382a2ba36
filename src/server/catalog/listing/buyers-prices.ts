import { setImmediate as turn } from 'node:timers/promises'
import type { Minor } from '../../../domain/money/money.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { slices } from '../../platform/db/bulk.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { addTo, emptyBitmap, union } from '../../platform/sets/bitmap.ts'
import { productNumbers } from '../columns/column-queries.ts'
import { firstSold, type ProductColumns } from '../columns/product-columns.ts'
import type { Pricing } from '../pricing.ts'
import { percentsOf } from '../products/agreed-facts.ts'
import { listsInForce } from '../products/agreed-queries.ts'
import { cardPrices } from '../products/card-prices.ts'
import type { Shop } from '../shop.ts'
import { shopperPrices, type ShopperPrices } from './shopper-prices.ts'

/**
 * Reads the prices of listed products for a shopper: for a buyer with agreed prices, the lower of the agreed and the
 * usual one, as cards show them. `pricing` holds the rates.
 */
export async function listedPrices(
  { db, agreedLists }: Pick<Shop, 'db' | 'agreedLists'>,
  { columns, pricing }: { columns: ProductColumns; pricing: Pricing },
  context: ShoppingContext,
  now: Date,
): Promise<ShopperPrices> {
  const usual = shopperPrices(pricing, columns, context)
  const { buyer, currency, home } = context
  if (!buyer) return usual
  const currencies = [...new Set([home.currency, currency.code])]
  const lists = await listsInForce(db, buyer, { currencies, at: now.toISOString() })
  if (lists.length === 0) return usual
  const terms = { target: usual.pricing.target, percents: await percentsOf(db, buyer) }
  const readShown = (seqs: readonly number[]) => shownByCards(db, context, seqs, { now, pricing: usual.pricing })
  const agreed = await agreedLists.prices(lists, columns, terms, { usual: usual.shownPrice, readShown })
  return withAgreed(usual, columns, agreed)
}

const productsPerRead = 100

/** Reads the prices that cards show, in portions between which others are answered. */
async function shownByCards(
  db: Queryable,
  context: ShoppingContext,
  seqs: readonly number[],
  { now, pricing }: { now: Date; pricing: Pricing },
): Promise<Map<number, Minor>> {
  const shown = new Map<number, Minor>()
  for (const some of slices(seqs, productsPerRead)) {
    const products = await productNumbers(db, some)
    const ids = products.map((product) => product.product_id)
    const prices = await cardPrices(db, context, ids, now, { pricing })
    for (const { seq, product_id: id } of products) {
      const price = prices.get(id)
      if (price !== undefined) shown.set(seq, price)
    }
    await turn()
  }
  return shown
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
    ownPrices: undefined,
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
