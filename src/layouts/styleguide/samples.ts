import type { FacetValue, ProductCard, ProductListing } from '../../contracts/catalog-pages/product-lists.ts'
import type { CartLine } from '../../domain/cart/cart-lines.ts'
import { productType, stockStatuses } from '../../domain/products/products.ts'
import { cartLineData } from '../../features/listing/cart-line-data.ts'

/** One part as a card in every state it can have. */
export function cardStates(part: ProductCard): ProductCard[] {
  const [tier = { p: 100, q: 1 }] = part.prices.n
  const plain: ProductCard = {
    ...part,
    prices: { n: [tier] },
    type: productType.standard,
    group_size: 1,
    orderable: true,
    stock_status: 'in_stock',
  }
  return [
    ...stockStatuses.map((status) => ({
      ...plain,
      stock_status: status,
      orderable: status !== 'out_of_stock' && status !== 'no_price',
    })),
    { ...plain, prices: { n: [tier], c: [{ ...tier, p: tier.p * 0.8, o: tier.p, d: 20 }] } },
    { ...plain, prices: { n: [tier, { p: tier.p * 0.9, q: 10 }] } },
    { ...plain, group_size: 10 },
    { ...plain, type: productType.variant },
    { ...plain, metadata: { decoration: 'New' } },
    {
      ...plain,
      name: `${part.name} with Donaudampfschifffahrtsgesellschaft connector and 1234567890123456789012345678`,
      sku: 'A-PART-NUMBER-THAT-IS-VERY-LONG-0123456789',
    },
    { ...plain, featured: null, thumb: null, device: null, device_count: 0 },
  ]
}

/** A part as a cart line in every state that a line can have. */
export function lineStates(part: ProductCard): { what: string; line: CartLine }[] {
  const line: CartLine = { ...cartLineData(part), uuid: 'line', quantity: 1 }
  return [
    { what: 'one unit', line },
    { what: 'several', line: { ...line, quantity: 12 } },
    { what: 'price changed', line: { ...line, cart_notice: 'price_changed' } },
    { what: 'adjusted', line: { ...line, quantity: 3, adjusted_quantity: 3 } },
    { what: 'gone', line: { ...line, quantity: 0, cart_notice: 'gone', stock_status: 'out_of_stock' } },
    { what: 'subscription', line: { ...line, subscription_interval: { id: '30', name: '30' } } },
    { what: 'bound', line: { ...line, upselling_bundle_id: 'bundle' } },
    { what: 'gift', line: { ...line, added_by_coupon: 'GIFT', price: 0 } },
  ]
}

/** A list's page in the middle of a long list, with a choice made. */
export function sampleListing(products: ProductCard[]): ProductListing {
  const value = (label: string, count: number, chosen = false): FacetValue => ({
    value: label,
    label,
    count,
    chosen,
    path: '#',
  })
  const values = [
    'Nordbok',
    'Kestrel',
    'Halden',
    'Vireo',
    'Tamarack',
    'Solvik',
    'Lumora',
    'Pelago',
    'Amperine',
    'Kraftlund',
  ].map((name, at) => value(name, 90 - at * 7, at === 1))
  return {
    products,
    sort: 'popular',
    device: null,
    filtered: true,
    chosen: values.filter(({ chosen }) => chosen),
    facets: [
      { id: 'brand', label: 'Brand', unit: '', values, ranges: [] },
      { id: 'stock', label: 'Availability', unit: '', values: [value('In stock', 120)], ranges: [] },
    ],
    isRanked: false,
    sortedBy: null,
    table: null,
    viewPaths: { grid: '#', table: '#' },
    clearPath: '#',
    sortPaths: { popular: '#', newest: '#', price_up: '#', price_down: '#', name: '#' },
    page: { page: 5, pages: 12, size: 24, total: 280 },
    pagePaths: Object.fromEntries(Array.from({ length: 12 }, (_, at) => [at + 1, '#'])),
  }
}
