import type { Facet, FacetRange, FacetValue, RangeBar } from '../../../contracts/catalog-pages/product-lists.ts'
import { shownPriceRange } from '../../../i18n/money.ts'
import { translator } from '../../../i18n/translator.ts'
import { rememberedOfList, type FoundProducts } from './find-products.ts'
import { histogram } from './histogram.ts'
import { writePriceChoice, type PriceChoice } from './list-choices.ts'
import type { ListingAddress } from './listing-address.ts'
import type { ListingRequest } from './listing-request.ts'
import { exVatPriceField, priceField } from './range-form.ts'

type Vat = 'inc' | 'ex'
const vats = ['inc', 'ex'] as const

/** Builds the facet of prices: one range as shown with VAT, one without; the page shows that of the shopper's mode. */
export function priceFacet(request: ListingRequest, found: FoundProducts, address: ListingAddress): Facet {
  const { context } = request
  const { price } = found.filter
  const bars = priceBars(request, found)
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
  const text = shownPriceRange(price, context.currency.code, context.language)
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
function priceBars({ context, scope }: ListingRequest, found: FoundProducts): Record<Vat, RangeBar[]> {
  const { pricing, vatClasses, key } = found.prices
  const exVat = vatClasses.map((vatClass) => 10_000 / (10_000 + pricing.rate(vatClass)))
  const compute = () => {
    const inc = histogram(shownPrices(found))
    const [first = 1] = exVat
    const isOneRate = exVat.every((factor) => factor === first)
    return { inc, ex: isOneRate ? inc.map((bar) => scaled(bar, first)) : histogram(shownPrices(found, exVat)) }
  }
  // The bars are those of all prices, whichever are chosen.
  const all = { ...found, filter: { ...found.filter, price: undefined } }
  return rememberedOfList(scope, all, `prices ${context.currency.code} ${key} ${exVat.join(' ')}`, compute)
}

function scaled({ from, to, count }: RangeBar, factor: number): RangeBar {
  return { from: from * factor, to: to * factor, count }
}

/** The shown prices in major units, multiplied by a factor for each VAT class. */
function shownPrices({ columns, selection, prices }: FoundProducts, factors?: readonly number[]): Float64Array {
  const { vatClass } = columns
  const { priced } = selection
  const amounts = prices.shownPrices(priced)
  if (factors)
    for (let at = 0; at < amounts.length; at += 1)
      amounts[at] = (amounts[at] as number) * (factors[vatClass[priced[at] as number] as number] ?? 1)
  let length = 0
  for (let at = 0; at < amounts.length; at += 1) {
    const amount = (amounts[at] as number) / 100
    if (amount >= 0) amounts[length++] = amount
  }
  return amounts.subarray(0, length)
}
