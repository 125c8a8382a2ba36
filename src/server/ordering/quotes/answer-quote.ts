import type { Minor } from '../../../domain/money/money.ts'
import type { Home } from '../../../domain/places/home.ts'
import { plusDays } from '../../../domain/places/public-holidays.ts'
import { dayOf, startOfDay } from '../../../domain/places/working-days.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import type { Shop } from '../shop.ts'
import { moveQuote, quoteByNumber, setLinePrices, type QuoteLineRow, type QuoteRow } from './queries.ts'
import { taxedLinesOf } from './taxed-lines.ts'

export type QuoteServices = Pick<Shop, 'db' | 'now'>
/** Unit prices by SKU, in minor units of the quote's currency with VAT. */
type QuotePrices = ReadonlyMap<string, Minor>
export type QuoteAnswer = { number: string; prices: QuotePrices; days: number; answer: string }

/** Thrown if a quote cannot be answered like this. The message is shown to the operator; `fault` names it. */
export class QuoteError extends Error {
  override readonly name = 'QuoteError'
  readonly fault: QuoteFault

  constructor(fault: QuoteFault, message: string) {
    super(message)
    this.fault = fault
  }
}
type QuoteFault = 'unknown' | 'quote_over' | 'price_invalid' | 'price_missing'

/**
 * Sets the price of every line, with the VAT of today, and mails the customer. A priced quote that is not accepted yet
 * gets the new prices.
 * Throws QuoteError.
 */
export async function priceQuote(
  { db, now }: QuoteServices,
  { number, prices, days, answer }: QuoteAnswer,
): Promise<QuoteRow> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const quote = await requireQuote(trx, number)
    const home = await homeNow(trx)
    const lines = await taxedLinesOf(trx, quote, { home, now: at })
    checkPrices(quote, lines, prices)
    const change = {
      status: 'priced',
      answer,
      answered_at: at.toISOString(),
      valid_until: endOfDay(at, days, home),
    } as const
    await move(trx, quote, change)
    for (const line of lines) await setLinePrices(trx, { ...line, unit_price: prices.get(line.sku) ?? line.unit_price })
    await queueMail(trx, 'mail.quote_priced', quote, at)
    return { ...quote, ...change }
  })
}

/** Rejects a quote and mails the customer the reason. Throws QuoteError. */
export async function rejectQuote(
  { db, now }: QuoteServices,
  { number, answer }: Pick<QuoteAnswer, 'number' | 'answer'>,
): Promise<QuoteRow> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const quote = await requireQuote(trx, number)
    const change = { status: 'rejected', answer, answered_at: at.toISOString(), valid_until: null } as const
    await move(trx, quote, change)
    await queueMail(trx, 'mail.quote_rejected', quote, at)
    return { ...quote, ...change }
  })
}

/** Withdraws a quote for a customer who said no in other words than by its button; mails nothing. Throws QuoteError. */
export async function withdrawQuote({ db, now }: QuoteServices, number: string): Promise<QuoteRow> {
  return db.transaction().execute(async (trx) => {
    const quote = await requireQuote(trx, number)
    const change = { status: 'withdrawn', decided_at: now().toISOString() } as const
    await move(trx, quote, change)
    return { ...quote, ...change }
  })
}

async function requireQuote(trx: DatabaseTransaction, number: string): Promise<QuoteRow> {
  const quote = await quoteByNumber(trx, number)
  if (!quote) throw new QuoteError('unknown', `There is no quote ${number}.`)
  return quote
}

async function move(trx: DatabaseTransaction, quote: QuoteRow, change: Partial<QuoteRow>): Promise<void> {
  const isMoved = await moveQuote(trx, quote.id, ['requested', 'priced'], change)
  if (!isMoved)
    throw new QuoteError('quote_over', `Quote ${quote.number} is ${quote.status} and can no longer be answered.`)
}

function checkPrices({ number, currency }: QuoteRow, lines: readonly QuoteLineRow[], prices: QuotePrices): void {
  const skus = new Set(lines.map(({ sku }) => sku))
  for (const [sku, price] of prices) {
    if (!skus.has(sku)) throw new QuoteError('unknown', `Quote ${number} has no ${sku}.`)
    if (price > 0 && Number.isSafeInteger(price)) continue
    throw new QuoteError(
      'price_invalid',
      `The price of ${sku} must be more than nothing and have at most two decimals in ${currency}.`,
    )
  }
  const missing = lines.filter(({ sku, unit_price: price }) => price === null && !prices.has(sku)).map(({ sku }) => sku)
  if (missing.length > 0)
    throw new QuoteError('price_missing', `Quote ${number} still needs a price for ${missing.join(', ')}.`)
}

/** Returns the last moment of the home country's day that is `days` after `at`. */
export function endOfDay(at: Date, days: number, home: Pick<Home, 'country'>): string {
  const next = startOfDay(plusDays(dayOf(at, home), days + 1), home)
  return new Date(Date.parse(next) - 1).toISOString()
}

async function queueMail(
  trx: DatabaseTransaction,
  kind: 'mail.quote_priced' | 'mail.quote_rejected',
  { id }: QuoteRow,
  at: Date,
): Promise<void> {
  await addToOutbox(trx, { kind, dedupeKey: `${kind}:${id}:${at.toISOString()}`, payload: { quoteId: id } }, at)
}
