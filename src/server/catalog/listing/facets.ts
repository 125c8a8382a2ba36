import type { Facet, FacetValue } from '../../../contracts/catalog-pages/product-lists.ts'
import { deviceName, type Device } from '../../../domain/products/devices.ts'
import { translator } from '../../../i18n/translator.ts'
import { toggled, type ListingAddress } from './listing-address.ts'
import {
  attributeCounts,
  brandCounts,
  brandsBySlugs,
  categoryBrandCounts,
  categoryFacetCounts,
  facetTexts,
  isPlain,
  valueTexts,
  type ListingFilter,
} from './listing-queries.ts'
import type { ListingRequest, ListingSource } from './listing-request.ts'

const mostValues = 14

/** Computes the facets of a listing: stock, brand, and the attributes in which its products differ. */
export async function listingFacets(
  source: ListingSource,
  request: ListingRequest,
  filter: ListingFilter,
  address: ListingAddress,
): Promise<Facet[]> {
  const facets = [
    stockFacet(request, address),
    await brandFacet(source, request, filter, address),
    ...(await attributeFacets(source, request, filter, address)),
  ]
  return facets.filter(
    (facet) => facet.values.length > 1 || facet.values.some((value) => value.chosen) || facet.id === 'stock',
  )
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
  return { id: 'device', label: translator(language)('listing.device'), unit: '', values: [value] }
}

function stockFacet({ query, context }: ListingRequest, address: ListingAddress): Facet {
  const t = translator(context.language)
  const chosen = query.stock === 'in'
  return {
    id: 'stock',
    label: t('listing.stock'),
    unit: '',
    values: [
      {
        value: 'in',
        label: t('listing.in_stock_only'),
        count: 0,
        chosen,
        path: address.chosen({ stock: chosen ? undefined : 'in' }),
      },
    ],
  }
}

async function brandFacet(
  source: ListingSource,
  { query, context, scope }: ListingRequest,
  filter: ListingFilter,
  address: ListingAddress,
): Promise<Facet> {
  const found = await countedBrands(source, scope, filter)
  const chosen = query.brand?.split(',') ?? []
  const isMissing = filter.brandIds.some((id) => !found.some((row) => row.id === id))
  const known = isMissing ? await brandsBySlugs(source.db, chosen) : []
  const missing = known.filter((brand) => !found.some((row) => row.id === brand.id))
  const rows = [...found, ...missing.map((brand) => ({ ...brand, products: 0 }))]
  return {
    id: 'brand',
    label: translator(context.language)('listing.brand'),
    unit: '',
    values: rows.map((row) => ({
      value: row.slug,
      label: row.name,
      count: Number(row.products),
      chosen: chosen.includes(row.slug),
      path: address.chosen({ brand: toggled(query.brand, row.slug, ',') }),
    })),
  }
}

async function countedBrands({ db, listDb }: ListingSource, scope: ListingFilter['scope'], filter: ListingFilter) {
  if ('brand' in scope) return []
  const others = { ...filter, brandIds: [] }
  return 'category' in scope && isPlain(others) ? categoryBrandCounts(db, scope.category) : brandCounts(listDb, others)
}

async function attributeFacets(
  { db, listDb }: ListingSource,
  request: ListingRequest,
  filter: ListingFilter,
  address: ListingAddress,
): Promise<Facet[]> {
  const { query, context } = request
  const counts = withChosen(
    filter,
    'category' in filter.scope && isPlain(filter)
      ? await categoryFacetCounts(db, filter.scope.category)
      : await attributeCounts(listDb, filter),
  )
  const ids = [...new Set(counts.map((count) => count.attribute_id))]
  if (ids.length === 0) return []
  const texts = await facetTexts(db, context.language, ids)
  const labels = new Map(
    (await valueTexts(db, context.language, ids)).map((row) => [`${row.attribute_id}:${row.value}`, row.label]),
  )
  const chosen = query.filter?.split('~') ?? []
  return texts.map(({ id, name, unit }) => {
    const values = counts
      .filter((count) => count.attribute_id === id)
      .map((count): FacetValue => {
        const pair = `${id}:${count.value}`
        return {
          value: count.value,
          label: labels.get(pair) ?? withUnit(count.value, unit),
          count: Number(count.products),
          chosen: chosen.includes(pair),
          path: address.chosen({ filter: toggled(query.filter, pair, '~') }),
        }
      })
    return { id, label: name, unit, values: mostUseful(values) }
  })
}

type Count = { attribute_id: string; value: string; products: number }

/** Adds chosen values that no product has in combination with the other choices, so that they can be removed. */
function withChosen({ attributes }: ListingFilter, counts: readonly Count[]): Count[] {
  const missing = attributes.flatMap(({ attribute, values }) =>
    values
      .filter((value) => !counts.some((count) => count.attribute_id === attribute && count.value === value))
      .map((value) => ({ attribute_id: attribute, value, products: 0 })),
  )
  return [...counts, ...missing]
}

function withUnit(value: string, unit: string): string {
  return unit ? `${value} ${unit}` : value
}

/** Returns the most frequent values, sorted for display: numbers by size, words by name. */
function mostUseful(values: readonly FacetValue[]): FacetValue[] {
  const frequent = [...values].sort((a, b) => b.count - a.count)
  const kept = frequent.filter((value, at) => at < mostValues || value.chosen)
  return kept.sort((a, b) => Number(a.value) - Number(b.value) || a.label.localeCompare(b.label))
}
