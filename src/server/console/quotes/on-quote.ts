import {
  lockQuote,
  quoteByNumber,
  quoteLinesOf,
  type QuoteLineRow,
  type QuoteRow,
} from '../../ordering/quotes/queries.ts'
import { taxedLinesOf } from '../../ordering/quotes/taxed-lines.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'

type Work = (shop: Shop, quote: QuoteRow) => Promise<unknown>

/** The quote of the address. Throws if it does not exist. */
export async function requestedQuote({ shop, request }: ConsoleContext): Promise<QuoteRow> {
  const quote = await quoteByNumber(shop.db, (request.params['number'] ?? '').slice(0, 40).toUpperCase())
  if (!quote) throw new ConsoleError('unknown')
  return quote
}

/**
 * Does something with the quote of the address, unless a colleague, the customer or a VAT rate changed it. The log has
 * prices and dates, but no texts: they may name the customer, and it outlives the erasure of a person.
 */
export async function onQuote(context: ConsoleContext, operation: string, version: string, work: Work): Promise<void> {
  const quote = await requestedQuote(context)
  const { id, number } = quote
  const guard = async (trx: DatabaseTransaction) => {
    const current = await lockQuote(trx, id)
    if (!current || quoteVersion(current, await linesNow(context, current, trx)) !== version)
      throw new ConsoleError('changed_meanwhile')
  }
  const action = { operation, subject: { kind: 'quote', id, label: number }, guard, fields: loggedFields(number) }
  await audited(context.shop, context.session.actor, action, (shop) => work(shop, quote))
}

/** The lines of a quote with the VAT of now. */
export function linesNow({ shop }: ConsoleContext, quote: QuoteRow, db: Queryable = shop.db): Promise<QuoteLineRow[]> {
  return taxedLinesOf(db, quote, { home: shop.settings.all.home, now: shop.now() })
}

/** Changes with everything that staff or the customer can change of a quote. */
export function quoteVersion(quote: QuoteRow, lines: readonly QuoteLineRow[]): string {
  const { status, answer, valid_until: until, answered_at: answered, decided_at: decided } = quote
  const prices = lines.map((line) => line.unit_price)
  return hashSecret(JSON.stringify([status, answer, until, answered, decided, prices])).slice(0, 20)
}

function loggedFields(number: string) {
  return async (trx: DatabaseTransaction) => {
    const quote = await quoteByNumber(trx, number)
    if (!quote) return {}
    const lines = await quoteLinesOf(trx, [quote.id])
    return {
      status: quote.status,
      answered_at: quote.answered_at,
      valid_until: quote.valid_until,
      prices: Object.fromEntries(lines.map((line) => [line.sku, line.unit_price])),
    }
  }
}
