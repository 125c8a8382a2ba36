import type { ShoppingContext } from '../../../src/domain/places/shopping-context.ts'
import type { ProductRecord } from '../../../src/server/catalog/maintenance/product-record.ts'
import { campaignPrice, displayed, rateAt, shopperPrice, withoutVat } from '../../oracle/prices.ts'
import { aRecord } from '../import/a-record.ts'

/** A random catalogue, and what its lists show by the specification, calculated product by product. */
export type Catalogue = {
  records: ProductRecord[]
  /** Units in orders, and prices in öre of the running campaign, by product id. */
  reserved: Map<string, number>
  campaign: Map<string, number>
  brands: readonly string[]
}

export const facetAttributes = ['form', 'energy', 'cells'] as const
const words = 'prism pouch coin box rod ring plate tube wedge cone disc cube arc slab knot leaf star drum'.split(' ')
const hours = '0.5 4.32 7.4 10 22.2 30 39 42 45.6 48 50 51.3 56 56.5 57 60 62.25 68 72 74 86 90 97.5 99.99 100'.split(
  ' ',
)
const odd = [95, 995, 999, 1_000, 1_004, 1_049, 1_050, 9_949, 9_950, 9_999, 10_000, 10_049, 10_050]

export type Dice = ReturnType<typeof dice>
/** A repeatable source of chance (mulberry32). */
export function dice(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  const of = <T>(list: readonly T[]): T => {
    const found = list[whole(0, list.length - 1)]
    if (found === undefined) throw new Error('Nothing to choose from.')
    return found
  }
  const some = <T>(list: readonly T[], max: number): T[] => [
    ...new Set(Array.from({ length: whole(1, max) }, () => of(list))),
  ]
  return { chance: (share: number) => next() < share, whole, of, some }
}

export function anyPrices({ chance, whole, of }: Dice): ProductRecord['prices'] {
  if (chance(0.08)) return []
  const amount = chance(0.05) ? 0 : chance(0.3) ? of(odd) : whole(100, 60_000)
  const first = { currency: 'SEK', min_quantity: 1, amount } as const
  return [
    ...(chance(0.05)
      ? []
      : chance(0.2)
        ? [first, { ...first, min_quantity: 10, amount: Math.round(amount * 0.8) }]
        : [first]),
    ...(chance(0.25) ? [{ currency: 'EUR', min_quantity: 1, amount: whole(20, 6_000) } as const] : []),
  ]
}

export function anyAttributes({ chance, some, of }: Dice): ProductRecord['attributes'] {
  const facts = (attribute_id: string, values: readonly string[]) => values.map((value) => ({ attribute_id, value }))
  return [
    ...(chance(0.8) ? facts('form', some(words, chance(0.15) ? 2 : 1)) : []),
    ...(chance(0.7) ? facts('energy', some(hours, chance(0.3) ? 3 : 1)) : []),
    ...(chance(0.05) ? facts('energy', ['unknown']) : []),
    ...(chance(0.6) ? facts('cells', some(['2', '3', '4', '6'], chance(0.1) ? 2 : 1)) : []),
    ...(chance(0.3) ? facts('memo', [of(['new', '5'])]) : []),
  ]
}

function anyStock({ chance, of }: Dice): ProductRecord['stock'] {
  return chance(0.1) ? null : { on_hand: of([0, 0, 1, 2, 5, 40]), incoming_at: chance(0.1) ? '2026-09-01' : null }
}

const categoryLists = [['power'], ['packs'], ['packs'], ['packs', 'power']] as const

export function anyProduct(luck: Dice, id: string, brands: readonly string[]): ProductRecord {
  const { chance, whole, of } = luck
  const text = { name: `Pack ${whole(10, 60)}`, prefix: '', slug: '', description: '', label: '' }
  const category_ids = of(categoryLists)
  return aRecord(id, {
    type: chance(0.12) ? 2 : chance(0.05) ? 4 : 1,
    brand_id: chance(0.15) ? null : of(brands),
    main_category_id: category_ids[0],
    category_ids,
    texts: { en: text, sv: text },
    vat_class: chance(0.2) ? 'reduced' : 'standard',
    status: chance(0.1) ? 'draft' : 'published',
    popularity: whole(1, 20),
    published_at: `2026-0${whole(1, 5)}-0${whole(1, 9)}T00:00:00.000Z`,
    free: chance(0.3),
    prices: anyPrices(luck),
    stock: anyStock(luck),
    attributes: anyAttributes(luck),
  })
}

/** The product, with its choices if it has any, or as a gift card or set. */
function family(luck: Dice, record: ProductRecord, all: readonly string[]): ProductRecord[] {
  if (record.type === 4) return [{ ...record, vat_class: 'voucher', stock: null }]
  if (record.type === 1 && luck.chance(0.05)) {
    const set_items = luck.some(all, 2).map((product_id) => ({ product_id, quantity: luck.whole(1, 2) }))
    return [{ ...record, type: 3, stock: null, set_items }]
  }
  if (record.type !== 2) return [record]
  const { vat_class, category_ids, main_category_id } = record
  const choices = Array.from({ length: luck.whole(0, 3) }, (_, position) => {
    const id = `${record.id}-${position}`
    const choice = { ...anyProduct(luck, id, ['none']), type: 1 as const, parent_id: record.id, position }
    return { ...choice, brand_id: null, attributes: [], vat_class, category_ids, main_category_id }
  })
  return [{ ...record, prices: [], stock: null }, ...choices]
}

export function anyCatalogue(luck: Dice): Catalogue {
  const brands = Array.from({ length: luck.of([4, 9, 50]) }, (_, at) => `maker-${at}`)
  const singles = Array.from({ length: luck.whole(60, 110) }, (_, at) => anyProduct(luck, `p${at}`, brands))
  const plain = singles.filter(({ type }) => type === 1).map(({ id }) => id)
  const records = singles.flatMap((record) => family(luck, record, plain.slice(0, 5).concat('none')))
  const reserved = records.flatMap(({ id, stock, parent_id }) =>
    stock && stock.on_hand > 0 && luck.chance(parent_id === null ? 0.25 : 0.5)
      ? [[id, luck.whole(1, stock.on_hand)] as const]
      : [],
  )
  const campaign = records.flatMap(({ id }) => (luck.chance(0.1) ? [[id, luck.whole(0, 20_000)] as const] : []))
  return { records, brands, reserved: new Map(reserved), campaign: new Map(campaign) }
}

const rates = [
  { country: 'SE', vat_class: 'standard', rate: 2500, valid_from: '2020-01-01' },
  { country: 'SE', vat_class: 'reduced', rate: 600, valid_from: '2020-01-01' },
  { country: 'DE', vat_class: 'standard', rate: 1900, valid_from: '2020-01-01' },
  { country: 'FI', vat_class: 'standard', rate: 2550, valid_from: '2024-09-01' },
]
const perBaseMicro: Readonly<Record<string, number>> = { EUR: 88_000, NOK: 1_030_000 }
const rateIn = (country: string, vatClass: string) =>
  vatClass === 'voucher' ? 0 : rateAt(rates, country, vatClass, '2026-06-15')

/** A price in minor units: exact, as a card shows it, and without VAT. */
export type Price = { exact: number; shown: number; ex: number }

function ownPrice({ campaign }: Catalogue, record: ProductRecord, context: ShoppingContext): number | undefined {
  const { country, currency } = context
  const { vat_class: vatClass, id, free, prices } = record
  const tiersOf = (rows: ProductRecord['prices']) => {
    const own = rows.filter((row) => row.currency === currency.code)
    return (own.length > 0 ? own : rows.filter((row) => row.currency === 'SEK'))
      .map((row) => {
        const micro = row.currency === currency.code ? null : (perBaseMicro[currency.code] ?? null)
        const price = shopperPrice(BigInt(row.amount), micro, rateIn(country, vatClass), rateIn('SE', vatClass))
        return { q: row.min_quantity, p: Number(price) }
      })
      .filter(({ p }) => p > 0 || (p === 0 && free === true))
  }
  const amount = campaign.get(id)
  const reduced = amount === undefined ? [] : [{ currency: 'SEK' as const, min_quantity: 1, amount }]
  return campaignPrice(tiersOf(prices), tiersOf(reduced), 1)
}

const choicesOf = ({ records }: Catalogue, { id }: ProductRecord) =>
  records.filter((record) => record.parent_id === id && record.status === 'published')

export function priceOf(catalogue: Catalogue, record: ProductRecord, context: ShoppingContext): Price | null {
  const priced = record.type === 2 ? choicesOf(catalogue, record) : [record]
  const exact = Math.min(...priced.map((each) => ownPrice(catalogue, each, context) ?? Infinity))
  if (exact === Infinity) return null
  const rate = rateIn(context.country, record.vat_class)
  const shown = Number(displayed(BigInt(exact), context.currency.code))
  return { exact, shown, ex: Number(withoutVat(BigInt(exact), rate / 100)) }
}

export const freeUnits = ({ reserved }: Catalogue, { id, stock }: ProductRecord): number =>
  (stock?.on_hand ?? 0) - (reserved.get(id) ?? 0)

function canBeSold(catalogue: Catalogue, record: ProductRecord): boolean {
  const { records } = catalogue
  const free = (each: ProductRecord) => freeUnits(catalogue, each)
  if (record.type === 4) return true
  if (record.type === 2) return choicesOf(catalogue, record).some((choice) => free(choice) > 0)
  if (record.type !== 3) return free(record) > 0
  return record.set_items.every(({ product_id, quantity }) => {
    const item = records.find(({ id }) => id === product_id)
    return item !== undefined && free(item) >= quantity
  })
}

/** In stock, and with a price for the shopper. */
const isOnSale = (catalogue: Catalogue, record: ProductRecord, context: ShoppingContext): boolean =>
  canBeSold(catalogue, record) && priceOf(catalogue, record, context) !== null

const homeOf = (path: string): string[] => (path.includes('/') ? ['packs'] : ['power', 'packs'])
export const pathsOf = { sv: ['kraft', 'kraft/paket'], en: ['power', 'power/packs'] } as const

/** A limit in minor units; `isExact` when it was written with decimals. */
type Limit = { at: number; isExact: boolean }
type Span = { from: Limit | null; to: Limit | null }
/** What a query chooses: `values` and `spans` by attribute. */
export type Choices = {
  brands: string[]
  values: [attribute: string, value: string][]
  spans: [attribute: string, span: Span][]
  price: (Span & { isEx: boolean }) | null
  stock: boolean
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)

function readSpan(text: string): Span | null {
  const [from = '', to = '', ...more] = text.split('..')
  if (!text.includes('..') || more.length > 0 || (from === '' && to === '')) return null
  if ([from, to].some((each) => each !== '' && !isNumber(each))) return null
  const limit = (each: string) =>
    each === '' ? null : { at: Math.round(Number(each) * 100), isExact: each.includes('.') }
  const [low, high] = [limit(from), limit(to)]
  return low && high && low.at > high.at ? { from: high, to: low } : { from: low, to: high }
}

export type AskedQuery = { brand?: string | undefined; filter?: string | undefined } & {
  price?: string | undefined
  stock?: string | undefined
}
const unique = <T>(list: readonly T[]): T[] =>
  [...new Map(list.map((each) => [JSON.stringify(each), each]))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, each]) => each)

/** Reads a query; what the catalogue does not know is left out. */
export function choicesIn({ records, brands }: Catalogue, query: AskedQuery): Choices {
  const facts = records.filter((each) => each.status === 'published').flatMap((each) => each.attributes)
  const pairs = (query.filter ?? '').split('~').map((pair): [string, string] => {
    const at = pair.indexOf(':')
    return at < 0 ? ['', ''] : [pair.slice(0, at), pair.slice(at + 1)]
  })
  const known = pairs.filter(([attribute]) => facetAttributes.some((each) => each === attribute))
  const price = readSpan((query.price ?? '').replace(/^ex/, ''))
  return {
    brands: unique((query.brand ?? '').split(',')).filter((slug) => brands.includes(slug)),
    values: unique(
      known.filter(([attribute, value]) =>
        facts.some((fact) => fact.attribute_id === attribute && fact.value === value),
      ),
    ),
    spans: unique(
      known.flatMap(([attribute, text]): [string, Span][] => {
        const span = readSpan(text)
        const numeric = facts.some((fact) => fact.attribute_id === attribute && isNumber(fact.value))
        return span && numeric ? [[attribute, span]] : []
      }),
    ),
    price: price && { ...price, isEx: (query.price ?? '').startsWith('ex') },
    stock: query.stock === 'in',
  }
}

function isWithin({ from, to }: Span, exact: number, shown = exact): boolean {
  const worth = ({ isExact }: Limit) => (isExact ? exact : shown)
  return (!from || worth(from) >= from.at) && (!to || worth(to) <= to.at)
}

/** Whether each facet's choices let a product through, by facet. */
function verdicts(catalogue: Catalogue, record: ProductRecord, choices: Choices, context: ShoppingContext) {
  const { brands, values, spans, price, stock } = choices
  const cost = price && priceOf(catalogue, record, context)
  const verdict = new Map<string, boolean>([
    ['brand', brands.length === 0 || brands.includes(record.brand_id ?? '')],
    ['stock', !stock || isOnSale(catalogue, record, context)],
    ['price', !price || (!!cost && (price.isEx ? isWithin(price, cost.ex) : isWithin(price, cost.exact, cost.shown)))],
  ])
  for (const attribute of facetAttributes) {
    const own = record.attributes.filter((fact) => fact.attribute_id === attribute).map((fact) => fact.value)
    const wanted = values.filter(([id]) => id === attribute)
    const ranges = spans.filter(([id]) => id === attribute)
    const isMet = (value: string) =>
      wanted.some(([, each]) => each === value) ||
      ranges.some(([, span]) => isNumber(value) && isWithin(span, Math.round(Number(value) * 100)))
    verdict.set(attribute, wanted.length + ranges.length === 0 || own.some(isMet))
  }
  return verdict
}

/** The products of a page that match all choices, or those of all facets but one. */
export function matching(
  catalogue: Catalogue,
  { path, choices, context }: { path: string; choices: Choices; context: ShoppingContext },
  except?: string,
): ProductRecord[] {
  return catalogue.records.filter(
    (record) =>
      record.parent_id === null &&
      record.status === 'published' &&
      record.category_ids.some((id) => homeOf(path).includes(id)) &&
      [...verdicts(catalogue, record, choices, context)].every(([facet, isMet]) => isMet || facet === except),
  )
}

/** Whether a product has a value of a facet. */
type FacetValue = { facet: string; value: string; context: ShoppingContext }
export function hasValue(catalogue: Catalogue, record: ProductRecord, { facet, value, context }: FacetValue): boolean {
  if (facet === 'brand') return record.brand_id === value
  if (facet === 'stock') return value === 'in' && isOnSale(catalogue, record, context)
  return record.attributes.some((fact) => fact.attribute_id === facet && fact.value === value)
}
