import type { Database } from '../../../src/server/platform/db/tables.ts'
import type { Bundle, Code, Freight, Offer, Part, PriceSpan, PriceTier, ShopFacts } from './shop-facts.ts'

/** Reads everything an oracle of amounts needs from a shop's tables, as of a day. */
export async function readFacts(db: Database, at: Date): Promise<ShopFacts> {
  const day = at.toISOString()
  const [parts, codes, freights, relations] = [
    await readParts(db),
    await readCodes(db),
    await readFreights(db),
    await readRelations(db),
  ]
  const rates = await db.selectFrom('currency_rates').selectAll().orderBy('valid_from').execute()
  const vat = await db.selectFrom('vat_rates').selectAll().orderBy('valid_from').execute()
  const isValid = ({ valid_from: from }: { valid_from: string }): boolean => from <= day
  return {
    parts: new Map(parts.map((part) => [part.sku, part])),
    codes: new Map(codes.map((code) => [code.code, code])),
    freights,
    ...relations,
    rates: new Map([
      ['SEK', 1_000_000n],
      ...rates.filter(isValid).map((row) => [row.currency, BigInt(row.per_sek_micro)] as const),
    ]),
    vat: new Map(vat.filter(isValid).map((row) => [`${row.country} ${row.vat_class}`, BigInt(row.rate)])),
    personal: await readPersonal(db),
  }
}

async function readParts(db: Database): Promise<Part[]> {
  const rows = await db.selectFrom('products').selectAll().where('status', '=', 'published').orderBy('sku').execute()
  const prices = await db.selectFrom('prices').selectAll().orderBy('min_quantity').execute()
  const texts = await db.selectFrom('product_texts').selectAll().execute()
  const history = await db.selectFrom('price_history').selectAll().execute()
  const priced = Map.groupBy(prices, (row) => row.product_id)
  const spans = Map.groupBy(history, (row) => row.product_id)
  const names = Map.groupBy(texts, (row) => row.product_id)
  const [offers, weights, stock] = [await readOffers(db), await readWeights(db), await readStock(db)]
  return rows.map((row) => ({
    id: row.id,
    sku: row.sku,
    type: row.type,
    isParent: row.type === 2,
    group: row.group_id,
    category: row.discount_category,
    vatClass: row.vat_class,
    name: new Map((names.get(row.id) ?? []).map((text) => [text.language, text.name])),
    grams: row.type === 4 ? 0 : weights(row),
    lists: byCurrency(priced.get(row.id) ?? []),
    offers: offers.get(row.id) ?? [],
    history: (spans.get(row.id) ?? []).map(spanOf),
    available: row.type === 4 ? Infinity : stock(row),
  }))
}

type Row = { id: string; type: number; parent_id: string | null; weight_grams: number }

/** For a set the sum of its parts; for a variant without weight its parent's (decision 0014). */
async function readWeights(db: Database): Promise<(row: Row) => number> {
  const rows = await db.selectFrom('products').select(['id', 'weight_grams']).execute()
  const grams = new Map(rows.map((row) => [row.id, row.weight_grams]))
  const contents = await readContents(db)
  const own = (id: string | null): number => grams.get(id ?? '') ?? 0
  return ({ id, type, parent_id: parent }) =>
    type === 3
      ? (contents.get(id) ?? []).reduce((all, piece) => all + piece.quantity * weighed(own(piece.product_id)), 0)
      : weighed(own(id) || own(parent))
}

/** A set's stock is limited by its parts. */
async function readStock(db: Database): Promise<(row: Row) => number> {
  const rows = await db.selectFrom('stock').selectAll().execute()
  const free = new Map(rows.map((row) => [row.product_id, row.on_hand - row.reserved]))
  const contents = await readContents(db)
  const sets = ({ product_id: id, quantity }: { product_id: string; quantity: number }): number =>
    Math.floor((free.get(id) ?? 0) / quantity)
  return ({ id, type }) => (type === 3 ? Math.min(...(contents.get(id) ?? []).map(sets)) : (free.get(id) ?? 0))
}

async function readContents(db: Database): Promise<Map<string, { product_id: string; quantity: number }[]>> {
  return Map.groupBy(await db.selectFrom('set_items').selectAll().execute(), (row) => row.set_id)
}

async function readOffers(db: Database): Promise<Map<string, Offer[]>> {
  const rows = await db
    .selectFrom('campaign_prices as p')
    .innerJoin('campaigns as c', 'c.id', 'p.campaign_id')
    .selectAll('p')
    .select(['c.starts_at', 'c.ends_at'])
    .orderBy('p.min_quantity')
    .execute()
  const byPart = [...Map.groupBy(rows, (row) => row.product_id)]
  const offersIn = (own: typeof rows): Offer[] =>
    [...Map.groupBy(own, (row) => row.campaign_id)].map(([campaign, tiers]) => offerOf(campaign, tiers))
  return new Map(byPart.map(([id, own]) => [id, offersIn(own)]))
}

type SpanRow = { currency: string; amount: number; valid_from: string; valid_until: string | null }

function spanOf({ currency, amount, valid_from: from, valid_until: until }: SpanRow): PriceSpan {
  return { currency, price: BigInt(amount), from, until }
}

/** Unknown weights count as 250 g (decision 0014). */
const weighed = (grams: number): number => (grams > 0 ? grams : 250)

type PriceRow = { currency: string; min_quantity: number; amount: number }

function byCurrency(rows: readonly PriceRow[]): Map<string, PriceTier[]> {
  const lists = Map.groupBy(rows, ({ currency }) => currency)
  return new Map(
    [...lists].map(([currency, own]) => [
      currency,
      own.map((row) => ({ from: row.min_quantity, price: BigInt(row.amount) })),
    ]),
  )
}

function offerOf(campaign: string, rows: readonly (PriceRow & { starts_at: string; ends_at: string })[]): Offer {
  return { campaign, startsAt: rows[0]?.starts_at ?? '', endsAt: rows[0]?.ends_at ?? '', lists: byCurrency(rows) }
}

async function readCodes(db: Database): Promise<Code[]> {
  const rows = await db.selectFrom('coupons').selectAll().execute()
  const list = (text: string): string[] => JSON.parse(text) as string[]
  return rows.map((row) => ({
    code: row.code,
    percent: row.percentage === null ? null : BigInt(row.percentage),
    groups: list(row.groups),
    excluded: list(row.excluded_groups),
    categories: list(row.discount_categories),
    fixed: new Map(
      Object.entries(JSON.parse(row.fixed_amounts ?? '{}') as Record<string, number>).map(([currency, amount]) => [
        currency,
        BigInt(amount),
      ]),
    ),
    minimum: BigInt(row.minimum_spend),
    customer: row.customer_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    isUsedUp: row.usage_limit !== null && row.used >= row.usage_limit,
    adds: row.adds_sku,
  }))
}

type StoredDelivery = {
  zones: { id: string; countries: string[] }[]
  methods: {
    id: string
    kind: string
    active?: boolean
    zones: string[]
    aboveGrams?: number
    freeFrom?: string
    bands: { upToGrams: number; price: string }[]
  }[]
}

async function readFreights(db: Database): Promise<Freight[]> {
  const row = await db
    .selectFrom('shop_settings')
    .select('value')
    .where('name', '=', 'delivery')
    .executeTakeFirstOrThrow()
  const { zones, methods } = JSON.parse(row.value) as StoredDelivery
  const named = new Set(zones.flatMap((zone) => zone.countries))
  const zoneOf = (country: string) =>
    zones.find((zone) => zone.countries.includes(named.has(country) ? country : '*'))?.id ?? ''
  const minor = (text: string): bigint => BigInt(Math.round(Number(text) * 100))
  return methods
    .filter(({ active }) => active !== false)
    .map((method, position) => ({
      id: method.id,
      kind: method.kind,
      position,
      aboveGrams: method.aboveGrams ?? 0,
      freeFrom: method.freeFrom ? minor(method.freeFrom) : null,
      countries: { has: (country: string) => method.zones.includes(zoneOf(country)) },
      bands: method.bands.map(({ upToGrams, price }) => ({ upToGrams, price: minor(price) })),
    }))
}

async function readRelations(
  db: Database,
): Promise<{ bundles: Bundle[]; accessories: { base: string; part: string }[] }> {
  const rows = await db
    .selectFrom('product_relations as r')
    .innerJoin('products as a', 'a.id', 'r.product_id')
    .innerJoin('products as b', 'b.id', 'r.related_id')
    .select(['a.sku as base', 'b.sku as part', 'r.kind', 'r.discount_percent'])
    .orderBy('a.sku')
    .orderBy('b.sku')
    .execute()
  const bundles = rows
    .filter(({ kind }) => kind === 'bundle')
    .map(({ base, part, discount_percent: percent }) => ({ base, part, percent: BigInt(percent) }))
  return {
    bundles,
    accessories: rows.filter(({ kind }) => kind === 'accessory').map(({ base, part }) => ({ base, part })),
  }
}

/** A member of an organization has the larger of their own and the organization's discount. */
async function readPersonal(db: Database): Promise<Map<string, Map<string, bigint>>> {
  const [rows, members] = [
    await db.selectFrom('personal_discounts').selectAll().execute(),
    await db.selectFrom('organization_members').selectAll().execute(),
  ]
  const found = new Map<string, Map<string, bigint>>()
  for (const row of rows) {
    const customers =
      row.customer_id === null
        ? members.filter((each) => each.organization_id === row.organization_id).map((each) => each.customer_id)
        : [row.customer_id]
    for (const customer of customers) {
      const own = found.get(customer) ?? new Map<string, bigint>()
      found.set(customer, own)
      const percent = BigInt(row.percent)
      if (percent > (own.get(row.discount_category) ?? 0n)) own.set(row.discount_category, percent)
    }
  }
  return found
}
