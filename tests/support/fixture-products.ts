import type { ProductRecord } from '../../src/server/catalog/maintenance/product-record.ts'

const plain = {
  type: 1,
  parent_id: null,
  position: 0,
  brand_id: null,
  picture_ids: [],
  group_id: null,
  group_size: 1,
  discount_category: null,
  vat_class: 'standard',
  weight_grams: 100,
  status: 'published',
  notifyable: true,
  decoration: '',
  popularity: 10,
  published_at: '2026-01-01T00:00:00.000Z',
  feed: null,
  attributes: [],
  part_numbers: [],
  device_ids: [],
  set_items: [],
  relations: [],
  subscription_days: [],
} as const satisfies Partial<ProductRecord>

type Facts = Partial<ProductRecord> & { category: string; sek?: number; units?: number }

/** A product named after its id, at `sek` öre with `units` in stock. */
function product(id: string, { category, sek, units = 50, ...facts }: Facts): ProductRecord {
  const texts = (suffix: string) => ({
    name: `${id} ${suffix}`,
    prefix: '',
    slug: `${id}-${suffix}`,
    description: `About ${id}`,
    label: '',
  })
  return {
    ...plain,
    id,
    sku: id.toUpperCase(),
    main_category_id: category,
    category_ids: [category],
    texts: { en: texts('part'), sv: texts('del') },
    prices: sek === undefined ? [] : [{ currency: 'SEK', min_quantity: 1, amount: sek }],
    stock: { on_hand: units, incoming_at: null },
    ...facts,
  }
}

function choice(id: string, label: string, position: number, facts: Partial<Facts>): ProductRecord {
  const record = product(id, { category: 'keyboards', type: 1, parent_id: 'kb', position, ...facts })
  return { ...record, texts: { en: { ...record.texts.en, label }, sv: { ...record.texts.sv, label: `${label} sv` } } }
}

const tiers = (...steps: [quantity: number, amount: number][]): ProductRecord['prices'] =>
  steps.map(([min_quantity, amount]) => ({ currency: 'SEK', min_quantity, amount }))

const batteries = [
  product('bat', {
    category: 'dell-batteries',
    prices: tiers([1, 49_900], [5, 44_900], [10, 39_900]),
    units: 100,
    brand_id: 'dell',
    group_id: 'bat',
    discount_category: 'power',
    popularity: 90,
    picture_ids: ['battery'],
    device_ids: ['lat-7490', 'xps-13'],
    attributes: [
      { attribute_id: 'colour', value: 'black' },
      { attribute_id: 'length', value: '1200.5' },
      { attribute_id: 'note', value: 'new' },
    ],
    part_numbers: [
      { number: 'F3YGT', kind: 'maker' },
      { number: '0DM3WC', kind: 'replaces' },
    ],
    relations: [
      { related_id: 'fan', kind: 'accessory', discount_percent: 0 },
      { related_id: 'ram', kind: 'bundle', discount_percent: 15 },
      { related_id: 'bat-few', kind: 'alternative', discount_percent: 0 },
    ],
  }),
  product('bat-few', { category: 'dell-batteries', sek: 29_900, units: 3, brand_id: 'dell', group_id: 'bat' }),
  product('bat-out', { category: 'dell-batteries', sek: 29_900, units: 0 }),
  product('bat-coming', { category: 'dell-batteries', sek: 29_900, stock: { on_hand: 0, incoming_at: '2026-07-01' } }),
  product('bat-unpriced', { category: 'dell-batteries' }),
  product('bat-draft', { category: 'dell-batteries', sek: 100, status: 'draft' }),
]

const keyboards = [
  product('kb', { category: 'keyboards', type: 2, stock: null, picture_ids: ['keys'] }),
  choice('kb-de', 'German', 2, { sek: 59_900 }),
  choice('kb-us', 'US', 0, { sek: 54_900, units: 20 }),
  choice('kb-nordic', 'Nordic', 1, { sek: 49_900, units: 0 }),
]

const campaigns = [
  product('sale', { category: 'laptop', sek: 100_000, popularity: 80 }),
  product('again', { category: 'laptop', sek: 100_000 }),
  product('soon', { category: 'laptop', sek: 100_000 }),
  product('tiered-sale', { category: 'laptop', prices: tiers([1, 10_000], [10, 8_000]) }),
  product('bulk-sale', { category: 'laptop', sek: 10_000 }),
  product('twice-reduced', { category: 'laptop', sek: 10_000 }),
]

const kinds = [
  product('ram', { category: 'desktop', sek: 19_900, units: 9 }),
  product('fan', { category: 'desktop', sek: 9_900, units: 20 }),
  product('kit', {
    category: 'desktop',
    type: 3,
    sek: 44_900,
    stock: null,
    set_items: [
      { product_id: 'ram', quantity: 2 },
      { product_id: 'fan', quantity: 1 },
    ],
  }),
  product('gift', { category: 'gift-cards', type: 4, sek: 50_000, stock: null, notifyable: false }),
  product('own-euro', {
    category: 'desktop',
    prices: [...tiers([1, 10_000]), { currency: 'EUR', min_quantity: 1, amount: 1_299 }],
  }),
  product('paste', { category: 'desktop', sek: 7_900, subscription_days: [30, 90] }),
  product('manual', { category: 'desktop', sek: 12_500, vat_class: 'reduced' }),
  product('odd-price', { category: 'desktop', sek: 1_099, units: 5_000 }),
]

/** Thirty small products, enough for two pages; number 1 is the cheapest, newest and least popular. */
const screws = Array.from({ length: 30 }, (_, at) => {
  const number = String(at + 1).padStart(2, '0')
  return product(`screw-${number}`, {
    category: 'screws',
    sek: 100 * (at + 1),
    units: at < 10 ? 0 : 500,
    popularity: at + 1,
    brand_id: at % 3 === 0 ? 'torx' : 'plain',
    published_at: `2026-02-${String(28 - (at % 28)).padStart(2, '0')}T00:00:0${Math.floor(at / 28)}.000Z`,
    attributes: [
      { attribute_id: 'colour', value: at % 2 === 0 ? 'black' : 'zinc' },
      { attribute_id: 'length', value: String(4 + (at % 20) * 2) },
    ],
  })
})

export const fixtureProducts: readonly ProductRecord[] = [...batteries, ...keyboards, ...campaigns, ...kinds, ...screws]
