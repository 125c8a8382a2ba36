import type { FacetRange } from '../../../contracts/catalog-pages/product-lists.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { formatMeasure } from '../../../i18n/formats.ts'
import { histogram } from './histogram.ts'
import type { ListingAddress } from './listing-address.ts'
import type { NumberRange } from './number-range.ts'

type Offered = { name: string; unit: string; chosen: NumberRange | undefined; address: ListingAddress }

/** Builds the range of an attribute from the numbers that its products have. */
export function numberRange(
  { name, unit, chosen, address }: Offered,
  counted: readonly { value: string; count: number }[],
): FacetRange {
  const numbers = Float64Array.from(counted, ({ value }) => Number(value))
  const counts = Float64Array.from(counted, ({ count }) => count)
  return {
    name,
    unit,
    from: chosen?.from ?? null,
    to: chosen?.to ?? null,
    least: numbers.length > 0 ? Math.min(...numbers) : (chosen?.from ?? 0),
    most: numbers.length > 0 ? Math.max(...numbers) : (chosen?.to ?? 0),
    bars: histogram(numbers, counts),
    vat: null,
    ...address.form,
  }
}

/** Writes a range as a chip shows it: "40–60 Wh", "≥ 40 Wh", "≤ 60 Wh". */
export function rangeLabel({ from, to }: NumberRange, unit: string, language: Language): string {
  const [min, max] = [from ?? 0, to ?? 0].map((number) => formatMeasure(number, language))
  const closed = from === null ? `≤ ${max}` : `${min}–${max}`
  const numbers = to === null ? `≥ ${min}` : closed
  return unit === '' ? numbers : `${numbers} ${unit}`
}
