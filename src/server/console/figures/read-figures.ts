import type { CodeFigures, Days, FiguresPage, ReturnedPart } from '../../../contracts/console/figures.ts'
import type { Home } from '../../../domain/places/home.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { ratesAt } from '../../catalog/import/supply/supply-rules.ts'
import type { Shop } from '../../ordering/shop.ts'
import { codesJson } from '../../platform/db/json-columns.ts'
import { shownCode } from '../../pricing/discounts/load-coupons.ts'
import { splitPeriod, spanOf, stepOf } from './figure-days.ts'
import { inBase, salesByDay, sumOf } from './sales-sums.ts'
import {
  bestParts,
  checkoutsIn,
  creditsByHour,
  marginsOf,
  ordersByCodes,
  ordersByHour,
  reducedParts,
  unitsByHour,
  unitsOf,
  type Rates,
  type Span,
} from './sold-queries.ts'
import { namesOf, returnedUnits, slowParts, stockWorth } from './stock-figures-queries.ts'
import { viewFigures } from './view-figures.ts'

type Reader = Pick<Shop, 'reportDb' | 'now' | 'memory'>
type FiguresInput = { period: Days; before: Days; home: Home; language: Language }
type Figures = Omit<FiguresPage, 'period' | 'before' | 'comparison' | 'isWrong' | 'quick'>

const listed = 50
const maxReasons = 2_000
const cacheMs = 60_000
/** What reads the whole stock is read once in this time. */
const stockMs = 600_000

/** Reads the figures of a period and of the one it is compared with; the same ones are read once a minute. */
export async function readFigures(shop: Reader, input: FiguresInput): Promise<Figures> {
  const { period, before, language } = input
  const key = `console figures ${[period.from, period.to, before.from, before.to, language].join(' ')}`
  return shop.memory.remember(key, cacheMs, () => computed(shop, input))
}

async function computed(
  { reportDb: db, now, memory }: Reader,
  { period, before, home, language }: FiguresInput,
): Promise<Figures> {
  const rates = await ratesAt(db, home.currency, now())
  const [span, spanBefore] = [spanOf(period, home), spanOf(before, home)]
  const sales = await salesOf(db, { period, before, home, language }, rates)
  const stockKey = `console stock figures ${span.from} ${span.until} ${language}`
  const { stock, slow } = await memory.remember(stockKey, stockMs, async () => ({
    stock: await stockWorth(db, rates),
    slow: await slowParts(db, span, rates, language, listed),
  }))
  return {
    ...sales,
    currency: home.currency,
    margin: { now: await marginOf(db, span, rates), before: await marginOf(db, spanBefore, rates) },
    steps: { now: await checkoutsIn(db, span), before: await checkoutsIn(db, spanBefore) },
    stock,
    slow,
    parts: await withNames(db, await bestParts(db, span, rates, listed), language),
    returns: await withNames(db, await returnsOf(db, span), language),
    codes: await codesOf(db, span, rates),
    viewed: await viewed(db, { period, before, home, language }),
    reduced: await withNames(db, await reducedOf(db, span, spanBefore, rates), language),
  }
}

/** Names parts in the reader's language; what is no longer sold keeps the name that its orders have. */
async function withNames<Part extends { product_id: string; name: string }>(
  db: Shop['db'],
  parts: readonly Part[],
  language: Language,
): Promise<Omit<Part, 'product_id'>[]> {
  const ids = parts.map(({ product_id: id }) => id)
  const names = await namesOf(db, ids, language)
  return parts.map(({ product_id: id, ...part }) => ({ ...part, name: names.get(id) ?? part.name }))
}

async function viewed(db: Shop['db'], input: FiguresInput): Promise<FiguresPage['viewed']> {
  const { parts, ...sums } = await viewFigures(db, input)
  return { ...sums, parts: await withNames(db, parts, input.language) }
}

async function salesOf(db: Shop['db'], { period, before, home }: FiguresInput, rates: Rates) {
  const spans = [spanOf(period, home), spanOf(before, home)]
  const sold = { orders: [], units: [], credits: [] } as Parameters<typeof salesByDay>[0]
  const read = await Promise.all(
    spans.map(async (span) => ({
      orders: await ordersByHour(db, span),
      units: await unitsByHour(db, span),
      credits: await creditsByHour(db, span),
    })),
  )
  const [days = new Map(), daysBefore = new Map()] = read.map((each) => salesByDay({ ...sold, ...each }, home))
  const step = stepOf(period)
  const parts = splitPeriod(before, step)
  const currencies = read.flatMap(({ orders }) => orders.map(({ currency }) => currency))
  return {
    sales: { now: sumOf(days, period, rates), before: sumOf(daysBefore, before, rates) },
    isConverted: currencies.some((currency) => currency !== home.currency),
    step,
    buckets: splitPeriod(period, step).map((own, at) => ({
      from: own.from,
      now: sumOf(days, own, rates),
      before: sumOf(daysBefore, parts[at] ?? { from: '', to: '' }, rates),
    })),
  }
}

async function marginOf(db: Shop['db'], span: Span, rates: Rates): Promise<FiguresPage['margin']['now']> {
  const sums = await marginsOf(db, span, rates)
  const total = (what: 'net' | 'known') => sums.reduce((sum, each) => sum + inBase(each[what], each.currency, rates), 0)
  return { net: total('net'), known: total('known'), cost: sums.reduce((sum, { cost }) => sum + cost, 0) }
}

/** Units returned by part, with their reasons, the most frequent first. */
async function returnsOf(db: Shop['db'], span: Span): Promise<(ReturnedPart & { product_id: string })[]> {
  const rows = await returnedUnits(db, span, maxReasons)
  const parts = [...Map.groupBy(rows, ({ product_id: id }) => id)]
    .map(([id, own]) => ({ id, own, returned: own.reduce((sum, { units }) => sum + units, 0) }))
    .sort((one, other) => other.returned - one.returned)
    .slice(0, listed)
  const ids = parts.map(({ id }) => id)
  const sold = await unitsOf(db, span, ids, 'cancelled')
  return parts.map(({ id, own, returned }) => ({
    product_id: id,
    sku: own[0]?.sku ?? '',
    name: own[0]?.name ?? '',
    returned,
    sold: sold.get(id) ?? 0,
    reasons: own.map(({ reason }) => reason),
  }))
}

/** What each code brought. An order with several counts for each; a customer's own codes count as one. */
async function codesOf(db: Shop['db'], span: Span, rates: Rates): Promise<CodeFigures[]> {
  const codes = new Map<string, CodeFigures>()
  for (const row of await ordersByCodes(db, span))
    for (const code of new Set(codesJson.read(row.coupons).map(shownCode))) {
      const known = codes.get(code) ?? { code, orders: 0, net: 0, discount: 0 }
      codes.set(code, {
        code,
        orders: known.orders + row.orders,
        net: known.net + inBase(row.net, row.currency, rates),
        discount: known.discount + inBase(row.discount, row.currency, rates),
      })
    }
  return [...codes.values()].sort((one, other) => other.net - one.net).slice(0, listed)
}

async function reducedOf(db: Shop['db'], span: Span, before: Span, rates: Rates) {
  const rows = await reducedParts(db, span, rates, listed)
  const ids = rows.map(({ product_id: id }) => id)
  const earlier = await unitsOf(db, before, ids, 'refunded')
  return rows.map((row) => ({ ...row, before: earlier.get(row.product_id) ?? 0 }))
}
