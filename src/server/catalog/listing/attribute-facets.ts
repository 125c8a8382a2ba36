import type { Facet, FacetValue } from '../../../contracts/catalog-pages/product-lists.ts'
import { isNumeric } from '../columns/attribute-ranks.ts'
import { brandTerms, categoryTerms } from '../columns/terms.ts'
import { attributeText } from '../products/attribute-value.ts'
import type { Shop } from '../shop.ts'
import type { FoundProducts } from './find-products.ts'
import { withRange } from './list-choices.ts'
import { toggleValue, type ListingAddress } from './listing-address.ts'
import { facetTexts, valueTexts } from './listing-queries.ts'
import type { ListingRequest } from './listing-request.ts'
import { writeRange, type NumberRange } from './number-range.ts'
import { numberRange, rangeLabel } from './range-facet.ts'

/** Most values of an attribute that are listed, and most brands: the most frequent. */
export const maxValues = 40
/** Most numbers that are listed below the range of their attribute. */
const maxBelowRange = 14
/** Of an attribute with more texts than are seen at first, the most frequent come first. */
const maxByName = 8
/** With more numbers than this, an attribute with a unit is offered as a range. */
const maxListedNumbers = 8

/** They compare names as readers do, numbers in them by size. */
const collators = { en: new Intl.Collator('en', { numeric: true }), sv: new Intl.Collator('sv', { numeric: true }) }

/** How many products have a value. */
type Count = { value: string; count: number }
type Attribute = { id: string; name: string; unit: string; counts: readonly Count[]; range: NumberRange | undefined }

/** Builds the facets of the attributes that the found products have, in the order of the attributes. */
export async function attributeFacets(
  { db }: Shop,
  request: ListingRequest,
  { columns, selection, filter }: FoundProducts,
  address: ListingAddress,
): Promise<Facet[]> {
  const { language } = request.context
  const chosen = new Map(filter.attributes.map((choice) => [choice.attribute, choice]))
  const attributes = columns.terms.facets.filter((facet) => facet !== brandTerms && facet !== categoryTerms)
  const counts = new Map(
    attributes.map((id) => {
      const found = countsOf(columns.terms.ofFacet(id), selection.counts)
      return [id, [...found, ...notFound(chosen.get(id)?.values ?? [], found)]] as const
    }),
  )
  const ids = attributes.filter((id) => (counts.get(id) ?? []).length > 0 || chosen.get(id)?.range)
  if (ids.length === 0) return []
  const [values, texts] = await Promise.all([valueTexts(db, language, ids), facetTexts(db, language, ids)])
  const labels = new Map(values.map((row) => [`${row.attribute_id}:${row.value}`, row.label]))
  return texts.map(({ id, name, unit }) =>
    attributeFacet(
      { id, name, unit, counts: counts.get(id) ?? [], range: chosen.get(id)?.range },
      labels,
      request,
      address,
    ),
  )
}

export function countsOf(terms: ReadonlyMap<string, number>, counts: Uint32Array): Count[] {
  return [...terms].flatMap(([value, term]) => {
    const count = counts[term] ?? 0
    return count > 0 ? [{ value, count }] : []
  })
}

/** Chosen values that no product has in combination with the other choices; they stay, so that they can be removed. */
function notFound(chosen: readonly string[], found: readonly Count[]): Count[] {
  return chosen.filter((value) => !found.some((count) => count.value === value)).map((value) => ({ value, count: 0 }))
}

function attributeFacet(
  { id, name, unit, counts, range }: Attribute,
  labels: ReadonlyMap<string, string>,
  { query, context }: ListingRequest,
  address: ListingAddress,
): Facet {
  const chosen = query.filter?.split('~') ?? []
  const isChosen = ({ value }: Count) => chosen.includes(`${id}:${value}`)
  const valueOf = ({ value, count }: Count): FacetValue => {
    const pair = `${id}:${value}`
    return {
      value,
      label: attributeText({ unit, value, label: labels.get(pair) ?? null }, context.language),
      count,
      chosen: chosen.includes(pair),
      path: address.chosen({ filter: toggleValue(query.filter, pair, '~') }),
    }
  }
  const isRange = unit !== '' && counts.length > maxListedNumbers && counts.every(({ value }) => isNumeric(value))
  const listed = () => forDisplay(mostUseful(counts, isChosen).map(valueOf), collators[context.language])
  if (!isRange && !range) return { id, label: name, unit, values: listed(), ranges: [] }
  const taken = range && {
    value: writeRange(range),
    label: rangeLabel(range, unit, context.language),
    count: 0,
    chosen: true,
    path: address.chosen({ filter: withRange(query.filter, id, undefined) }),
  }
  const values = counts.length > maxBelowRange ? counts.filter(isChosen).map(valueOf) : listed()
  return {
    id,
    label: name,
    unit,
    values: [...(taken ? [taken] : []), ...values],
    ranges: [numberRange({ name: id, unit, chosen: range, address }, counts)],
  }
}

/** Returns the most frequent values, and the chosen ones. */
function mostUseful(counts: readonly Count[], isChosen: (count: Count) => boolean): Count[] {
  if (counts.length <= maxValues) return [...counts]
  const frequent = counts.toSorted((a, b) => b.count - a.count)
  return frequent.filter((count, at) => at < maxValues || isChosen(count))
}

/** Sorts numbers by size, few texts by name and many by how many products have them. */
function forDisplay(values: readonly FacetValue[], collator: Intl.Collator): FacetValue[] {
  if (values.every(({ value }) => isNumeric(value)))
    return values.toSorted((one, other) => Number(one.value) - Number(other.value))
  const byName = values.toSorted((one, other) => collator.compare(one.label, other.label))
  return values.length > maxByName ? byName.sort((one, other) => other.count - one.count) : byName
}
