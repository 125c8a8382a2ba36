import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { isIn, type Bitmap } from '../../platform/sets/bitmap.ts'
import type { OwnPrices } from '../agreed-prices/own-prices.ts'
import type { OwnCurrencyPrices } from '../columns/own-currency-prices.ts'
import type { ProductColumns } from '../columns/product-columns.ts'
import type { Pricing } from '../pricing.ts'

/** The prices of listed products for a shopper, in minor units; NaN without a price. */
export type ShopperPrices = {
  pricing: Pricing
  vatClasses: readonly string[]
  /** In the shopper's currency, with the VAT of the shop's country. */
  homePrice: (seq: number) => number
  /**
   * What the prices of the columns are multiplied by for it, and the prices that products have of their own instead;
   * undefined where a buyer has agreed prices.
   */
  rate: number | undefined
  ownPrices: OwnCurrencyPrices | undefined
  /** With the VAT of the shopper's country, before it is rounded. */
  shownPrice: (seq: number) => number
  /** The same for many products. */
  shownPrices: (seqs: Uint32Array) => Float64Array
  /**
   * The products that can be bought now; `soldKey` changes with the currency, where the set does, and is undefined
   * where it is that of one buyer.
   */
  sold: Bitmap
  soldKey: string | undefined
  /** What was agreed with the buyer, of which the prices have the lower ones. */
  own?: BuyersPrices | undefined
  /** The ratio of the two, for each VAT class. */
  vatRatios: readonly number[]
  /** Changes with the exchange rate and the VAT rates. */
  key: string
  /** The same for the order of the prices, which is equal in all countries where VAT classes keep their relation. */
  orderKey: string
}

/** `usualPrice` is the shown price of everybody else; `isOwn` tells whether the agreed one is lower. */
type BuyersPrices = {
  agreed: OwnPrices
  usualPrice: (seq: number) => number
  isOwn: (seq: number) => boolean
}

export function shopperPrices(
  pricing: Pricing,
  columns: ProductColumns,
  { currency: { code } }: ShoppingContext,
): ShopperPrices {
  const { price, vatClass, vatClasses, ownPrices } = columns
  const rate = pricing.target('standard').perBaseMicro / 1_000_000
  const vatRatios = vatClasses.map((name) => {
    const { vatRate, homeVatRate } = pricing.target(name)
    return (10_000 + vatRate) / (10_000 + homeVatRate)
  })
  const own = ownPrices.get(code)
  const homePrice = (seq: number) => (own?.has(seq) ? own.get(seq) : undefined) ?? (price[seq] ?? Number.NaN) * rate
  const shownPrice = (seq: number) => homePrice(seq) * (vatRatios[vatClass[seq] ?? 0] ?? 1)
  const shownPrices = (seqs: Uint32Array) => {
    const amounts = convertedPrices(columns, seqs, rate, Float64Array.from(vatRatios))
    if (own)
      for (let at = 0; at < seqs.length; at += 1)
        if (isIn(own.seqs, seqs[at] as number)) amounts[at] = shownPrice(seqs[at] as number)
    return amounts
  }
  return {
    pricing,
    vatClasses,
    homePrice,
    rate,
    ownPrices: own,
    shownPrice,
    shownPrices,
    sold: columns.soldIn(code),
    soldKey: own ? code : '',
    vatRatios,
    key: `${rate} ${vatRatios.join(' ')}`,
    orderKey: `${rate} ${vatRatios.map((ratio) => (ratio / (vatRatios[0] ?? 1)).toFixed(6)).join(' ')}`,
  }
}

/** What `shownPrice` returns of products without an own price; without calls, a price is read while others are. */
function convertedPrices(
  { price, vatClass }: ProductColumns,
  seqs: Uint32Array,
  rate: number,
  ratios: Float64Array,
): Float64Array {
  const amounts = new Float64Array(seqs.length)
  for (let at = 0; at < seqs.length; at += 1) {
    const seq = seqs[at] as number
    amounts[at] = (price[seq] as number) * rate * (ratios[vatClass[seq] as number] ?? 1)
  }
  return amounts
}
