import type { Facet, FacetRange, FacetValue, RangeBar } from '../../../contracts/catalog-pages/product-lists.ts'
import { homeRate } from '../../../domain/money/vat.ts'
import { translator } from '../../../i18n/translator.ts'
import { readPricing, type Pricing } from '../rates.ts'
import type { Shop } from '../shop.ts'
import { isPlain, keyOf, type FoundProducts } from './find-products.ts'
import { histogram } from './histogram.ts'
import { writePriceChoice, type PriceChoice } from './list-choices.ts'
import type { ListingAddress } from './listing-address.ts'
import type { ListingRequest } from './listing-request.ts'
import { rangeLabel } from './range-facet.ts'
import { exVatPriceField, priceField } from './range-form.ts'

type Vat = 'inc' | 'ex'
const vats = ['inc', 'ex'] as const

/** Builds the facet of prices: one range as shown with VAT, one without; the page shows that of the shopper's mode. */
export async function priceFacet(
  shop: Shop,
  request: ListingRequest,
  found: FoundProducts,
  address: ListingAddress,
): Promise<Facet> {
  const { context } = request
  const { price } = found.filter
  const bars = await priceBars(shop, request, found)
  const taken: FacetValue | undefined = price && {
    value: writePriceChoice(price),
    label: priceLabel(price, request),
    count: 0,
    chosen: true,
    path: address.chosen({ price: undefined }),
  }
  return {
    id: 'price',
    label: translator(context.language)('listing.price'),
    unit: context.currency.code,
    values: taken ? [taken] : [],
    ranges: vats.flatMap(
      (vat) => priceRange(vat, bars[vat], chosenIn(vat, price), context.currency.code, address) ?? [],
    ),
  }
}

function priceLabel(price: PriceChoice, { context }: ListingRequest): string {
  const text = rangeLabel(price, context.currency.code, context.language)
  return price.isExVat ? `${text} ${translator(context.language)('price.excluding_vat')}` : text
}

function chosenIn(vat: Vat, price: PriceChoice | undefined): PriceChoice | undefined {
  return price?.isExVat === (vat === 'ex') ? price : undefined
}

function priceRange(
  vat: Vat,
  bars: RangeBar[],
  chosen: PriceChoice | undefined,
  unit: string,
  address: ListingAddress,
): FacetRange | undefined {
  if (bars.length === 0 && !chosen) return undefined
  return {
    name: vat === 'ex' ? exVatPriceField : priceField,
    unit,
    from: chosen?.from ?? null,
    to: chosen?.to ?? null,
    least: Math.floor(bars[0]?.from ?? 0),
    most: Math.ceil(bars.at(-1)?.to ?? 0),
    bars,
    vat,
    ...address.form,
  }
}

/** Divides the prices of all products that meet the other filters into bars, in major units. */
async function priceBars(
  { db, catalogIndex }: Shop,
  { context, now, scope }: ListingRequest,
  found: FoundProducts,
): Promise<Record<Vat, RangeBar[]>> {
  const factors = vatFactors(await readPricing(db, context, now), found.columns.vatClasses)
  const compute = () => ({
    inc: histogram(shownPrices(found, factors.inc)),
    ex: histogram(shownPrices(found, factors.ex)),
  })
  const place = keyOf(scope)
  const key = `prices ${context.currency.code} ${factors.inc.join(' ')} ${factors.ex.join(' ')} ${place}`
  return place !== undefined && isPlain(found.filter) ? catalogIndex.remember(key, compute) : compute()
}

/** What a sort price is multiplied by for the shown price in major units, for each VAT class. */
function vatFactors(pricing: Pricing, vatClasses: readonly string[]): Record<Vat, number[]> {
  const inc = vatClasses.map((vatClass) => {
    const { vatRate, homeVatRate = homeRate } = pricing.target(vatClass)
    return (10_000 + vatRate) / (10_000 + homeVatRate) / 100
  })
  const ex = vatClasses.map((vatClass, at) => ((inc[at] ?? 0) * 10_000) / (10_000 + pricing.rate(vatClass)))
  return { inc, ex }
}

function shownPrices({ columns, selection, priceOf }: FoundProducts, factors: readonly number[]): Float64Array {
  const { vatClass } = columns
  const prices = new Float64Array(selection.priced.length)
  let length = 0
  for (const seq of selection.priced) {
    const price = priceOf(seq) * (factors[vatClass[seq] ?? 0] ?? 0)
    if (price >= 0) prices[length++] = price
  }
  return prices.subarray(0, length)
}
