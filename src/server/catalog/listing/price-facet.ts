import type { Facet, FacetRange, FacetValue } from '../../../contracts/catalog-pages/product-lists.ts'
import { homeRate } from '../../../domain/money/vat.ts'
import { translator } from '../../../i18n/translator.ts'
import { readPricing } from '../rates.ts'
import type { Shop } from '../shop.ts'
import type { FoundProducts } from './find-products.ts'
import { histogram } from './histogram.ts'
import { writePriceChoice } from './list-choices.ts'
import type { ListingAddress } from './listing-address.ts'
import type { ListingRequest } from './listing-request.ts'
import { exVatPriceField, priceField } from './range-form.ts'
import { rangeLabel } from './range-facet.ts'

/** Builds the facet of prices: one range as shown with VAT, one without; the page shows that of the shopper's mode. */
export async function priceFacet(
  { db }: Shop,
  { context, now }: ListingRequest,
  found: FoundProducts,
  address: ListingAddress,
): Promise<Facet> {
  const t = translator(context.language)
  const { price } = found.filter
  const factors = vatFactors(await readPricing(db, context, now), found.columns.vatClasses)
  const range = (vat: 'inc' | 'ex'): FacetRange | undefined => {
    const prices = shownPrices(
      found,
      factors.map((factor) => factor[vat]),
    )
    const isChosen = price !== undefined && price.isExVat === (vat === 'ex')
    const bars = histogram(prices.map((amount) => [amount, 1]))
    if (bars.length === 0 && !isChosen) return undefined
    return {
      name: vat === 'ex' ? exVatPriceField : priceField,
      unit: context.currency.code,
      from: isChosen ? price.from : null,
      to: isChosen ? price.to : null,
      least: Math.floor(bars[0]?.from ?? 0),
      most: Math.ceil(bars.at(-1)?.to ?? 0),
      bars,
      vat,
      ...address.form,
    }
  }
  const vatText = price?.isExVat ? ` ${t('price.excluding_vat')}` : ''
  const taken: FacetValue | undefined = price && {
    value: writePriceChoice(price),
    label: rangeLabel(price, context.currency.code, context.language) + vatText,
    count: 0,
    chosen: true,
    path: address.chosen({ price: undefined }),
  }
  return {
    id: 'price',
    label: t('listing.price'),
    unit: context.currency.code,
    values: taken ? [taken] : [],
    ranges: [range('inc') ?? [], range('ex') ?? []].flat(),
  }
}

/** What a sort price is multiplied by for the shown price in major units, for each VAT class. */
function vatFactors(pricing: Awaited<ReturnType<typeof readPricing>>, vatClasses: readonly string[]) {
  return vatClasses.map((vatClass) => {
    const { vatRate, homeVatRate = homeRate } = pricing.target(vatClass)
    const inc = (10_000 + vatRate) / (10_000 + homeVatRate) / 100
    return { inc, ex: (inc * 10_000) / (10_000 + pricing.rate(vatClass)) }
  })
}

function shownPrices({ columns, selection, priceOf }: FoundProducts, factors: readonly number[]): number[] {
  const prices: number[] = []
  for (const seq of selection.priced) {
    const price = priceOf(seq) * (factors[columns.vatClass[seq] ?? 0] ?? 0)
    if (!Number.isNaN(price)) prices.push(price)
  }
  return prices
}
