import { quoteState, quoteStatuses } from '../../../domain/orders/quotes.ts'
import { plainAmount } from '../../../i18n/money.ts'
import {
  withdrawQuote,
  priceQuote,
  rejectQuote,
  type QuoteServices,
} from '../../../server/ordering/quotes/answer-quote.ts'
import { listQuotes, quoteByNumber, type QuoteLineRow, type QuoteRow } from '../../../server/ordering/quotes/queries.ts'
import { taxedLinesOf } from '../../../server/ordering/quotes/taxed-lines.ts'
import { homeNow } from '../../../server/platform/db/home-queries.ts'
import { oneLine } from '../../text-table.ts'
import { QuoteArgumentError, readArguments, wholeNumber, type QuoteArguments, type QuoteCommand } from './arguments.ts'
import { namedPrices } from './prices.ts'

const defaultDays = 30

export const quoteCommands: Record<string, QuoteCommand> = {
  list: async ({ db, now }, args) => {
    const given = readArguments(args)
    const status = quoteStatuses.find((each) => each === given.status)
    if (given.status !== undefined && !status)
      throw new QuoteArgumentError(`--status must be one of ${quoteStatuses.join(', ')}.`)
    const quotes = (await listQuotes(db, status)).map((quote) => ({
      ...quote,
      state: quoteState(quote, now().toISOString()),
    }))
    if (given.json) return [JSON.stringify(quotes)]
    return quotes.map(({ number, state, requested_at: at, currency, email, organization }) =>
      [
        number,
        state.padEnd(9),
        at.slice(0, 10),
        currency,
        email ?? 'erased',
        ...(organization ? [oneLine(organization)] : []),
      ].join('  '),
    )
  },
  show: async (services, args) => {
    const given = readArguments(args)
    const { quote, lines } = await requireQuote(services, given)
    const now = services.now().toISOString()
    if (given.json) return [JSON.stringify({ ...quote, lines })]
    return [
      `${quote.number}  ${quoteState(quote, now)}  asked for ` +
        `${quote.requested_at.slice(0, 10)}  ${quote.currency}, delivered to ${quote.country}`,
      ...(quote.message ? [`"${quote.message}"`] : []),
      ...lines.map(
        (line) =>
          `${String(line.quantity).padStart(5)} x ${line.sku.padEnd(20)} ${priceText(line, quote.currency)}  ` +
          `${oneLine(line.name)}`,
      ),
    ]
  },
  price: async (services, args) => {
    const given = readArguments(args)
    const { quote, lines } = await requireQuote(services, given)
    const percent = given.percent === undefined ? undefined : wholeNumber(given.percent, 'percent', { min: 0, max: 99 })
    const prices = namedPrices(given.words.slice(1), { lines, percent, isExVat: given['ex-vat'] ?? false })
    const days = wholeNumber(given.days ?? String(defaultDays), 'days', { min: 1, max: 365 })
    const answered = await priceQuote(services, { number: quote.number, prices, days, answer: given.answer ?? '' })
    return answerLine(
      given,
      answered,
      `Quote ${quote.number} is priced and may be accepted until ${answered.valid_until?.slice(0, 10) ?? ''}.`,
    )
  },
  reject: async (services, args) => {
    const given = readArguments(args)
    if (!given.answer) throw new QuoteArgumentError('Say why with --answer.')
    const answered = await rejectQuote(services, { number: given.words[0] ?? '', answer: given.answer })
    return answerLine(given, answered, `Quote ${answered.number} is rejected.`)
  },
  withdraw: async (services, args) => {
    const given = readArguments(args)
    const withdrawn = await withdrawQuote(services, given.words[0] ?? '')
    return answerLine(given, withdrawn, `Quote ${withdrawn.number} is withdrawn.`)
  },
}

async function requireQuote(
  { db, now }: QuoteServices,
  { words: [number = ''] }: QuoteArguments,
): Promise<{ quote: QuoteRow; lines: QuoteLineRow[] }> {
  const quote = await quoteByNumber(db, number)
  if (!quote)
    throw new QuoteArgumentError(number === '' ? 'Name the quote by its number.' : `There is no quote ${number}.`)
  return { quote, lines: await taxedLinesOf(db, quote, { home: await homeNow(db), now: now() }) }
}

function priceText({ list_price: list, unit_price: unit }: QuoteLineRow, currency: string): string {
  const today = plainAmount(list, currency)
  return unit === null ? `${today} each` : `${plainAmount(unit, currency)} each (today ${today})`
}

function answerLine({ json }: QuoteArguments, answer: object, sentence: string): string[] {
  return [json ? JSON.stringify(answer) : sentence]
}
