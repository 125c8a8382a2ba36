import type { Facet, FacetValue } from '../../../contracts/catalog-pages/product-lists.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { deviceName, type Device } from '../../../domain/products/devices.ts'
import { formatDays } from '../../../i18n/formats.ts'
import { translator } from '../../../i18n/translator.ts'
import { categoriesByIds } from '../categories/category-queries.ts'
import { brandTerms } from '../columns/terms.ts'
import type { Shop } from '../shop.ts'
import { attributeFacets, countsOf, maxValues } from './attribute-facets.ts'
import type { FoundProducts } from './find-products.ts'
import { listOf } from './list-choices.ts'
import { toggleValue, type ListingAddress } from './listing-address.ts'
import { brandsByIds } from './listing-queries.ts'
import type { ListingRequest } from './listing-request.ts'
import { priceFacet } from './price-facet.ts'

/** The facets of a listing: stock, price, brand, and the attributes in which its products differ. */
export async function listingFacets(
  shop: Shop,
  request: ListingRequest,
  found: FoundProducts,
  address: ListingAddress,
): Promise<Facet[]> {
  const [brands, attributes] = await Promise.all([
    brandFacet(shop, request, found, address),
    attributeFacets(shop, request, found, address),
  ])
  const facets = [stockFacet(request, found, address), priceFacet(request, found, address), brands, ...attributes]
  const total = found.selection.hits.length
  return facets.filter(
    (facet) =>
      facet.id === 'stock' ||
      facet.ranges.length > 0 ||
      facet.values.length > 1 ||
      facet.values.some((value) => value.chosen || value.count < total),
  )
}

/** The chosen values and ranges of facets; following one takes it away. */
export function chosenOf(facets: readonly Facet[]): FacetValue[] {
  return facets.flatMap(({ values }) => values.filter((value) => value.chosen))
}

/** Builds the facet of the categories that a search is narrowed to, so that they can be removed; none is offered. */
export async function kindFacet(
  { db }: Pick<Shop, 'db'>,
  { context: { language }, query }: Pick<ListingRequest, 'context' | 'query'>,
  { filter }: Pick<FoundProducts, 'filter'>,
  address: ListingAddress,
): Promise<Facet[]> {
  if (filter.kinds.length === 0) return []
  const values = (await categoriesByIds(db, language, filter.kinds)).map(({ id, name }): FacetValue => ({
    value: id,
    label: name,
    count: 0,
    chosen: true,
    path: address.chosen({ kind: toggleValue(query.kind, id, ',') }),
  }))
  return [{ id: 'kind', label: translator(language)('listing.kind'), unit: '', values, ranges: [] }]
}

/**
 * Builds the facet of the device chosen in the parts finder, so that it can be removed; other devices are not offered.
 */
export function deviceFacet(
  { language }: ListingRequest['context'],
  device: Device & { slug: string },
  address: ListingAddress,
): Facet {
  const value = {
    value: device.slug,
    label: deviceName(device),
    count: 0,
    chosen: true,
    path: address.chosen({ device: undefined }),
  }
  return { id: 'device', label: translator(language)('listing.device'), unit: '', values: [value], ranges: [] }
}

function stockFacet({ context }: ListingRequest, { selection, filter }: FoundProducts, address: ListingAddress): Facet {
  const t = translator(context.language)
  const value = {
    value: 'in',
    label: t('listing.in_stock_only'),
    count: selection.inStock,
    chosen: filter.inStock,
    path: address.chosen({ stock: filter.inStock ? undefined : 'in' }),
  }
  const { by } = filter
  const day: FacetValue[] = by
    ? [
        {
          value: by,
          label: dayLabel(by, context.language),
          count: 0,
          chosen: true,
          path: address.chosen({ by: undefined }),
        },
      ]
    : []
  return {
    id: 'stock',
    label: t('listing.stock'),
    unit: '',
    values: [value, ...day],
    ranges: [],
    day: { chosen: by ?? null, ...address.dayForm },
  }
}

function dayLabel(by: string, language: Language): string {
  return translator(language)('listing.delivered_by_day', { day: formatDays(by, by, language) })
}

async function brandFacet(
  { db }: Shop,
  { query, context, scope }: ListingRequest,
  { columns, selection, filter }: FoundProducts,
  address: ListingAddress,
): Promise<Facet> {
  const counted = 'brand' in scope ? [] : countsOf(columns.terms.ofFacet(brandTerms), selection.counts)
  const frequent = counted.sort((one, other) => other.count - one.count).slice(0, maxValues)
  const offered = new Set(frequent.map(({ value }) => value))
  const known = offered.size > 0 ? await brandsByIds(db, [...offered]) : []
  const chosen = listOf(query.brand)
  const missing = filter.brands.filter(({ id }) => !offered.has(id))
  const values = [...known, ...missing].map(({ id, slug, name }): FacetValue => ({
    value: slug,
    label: name,
    count: selection.counts[columns.terms.find(brandTerms, id) ?? -1] ?? 0,
    chosen: chosen.includes(slug),
    path: address.chosen({ brand: toggleValue(query.brand, slug, ',') }),
  }))
  return {
    id: 'brand',
    label: translator(context.language)('listing.brand'),
    unit: '',
    values: values.sort((one, other) => other.count - one.count || one.label.localeCompare(other.label)),
    ranges: [],
  }
}
