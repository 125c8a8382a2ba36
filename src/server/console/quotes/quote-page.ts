import { consolePath } from '../../../console-routes.ts'
import {
  quoteAnswerForm,
  quoteRejectForm,
  quoteWithdrawForm,
  type ConsoleQuote,
} from '../../../contracts/console/quotes.ts'
import { discounted } from '../../../domain/cart/discounts.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { otherWords } from '../../../domain/orders/part-requests.ts'
import { quoteState, withVat } from '../../../domain/orders/quotes.ts'
import { customerById, organizationBy, type CustomerRow } from '../../identity/customer-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { orderById } from '../../ordering/orders/queries.ts'
import { withdrawQuote, priceQuote, rejectQuote } from '../../ordering/quotes/answer-quote.ts'
import { quoteByNumber, type QuoteLineRow, type QuoteRow } from '../../ordering/quotes/queries.ts'
import { quoteAmounts } from '../../ordering/quotes/quote-page.ts'
import { askedByLine, requestLines, requestOfQuote, type PartRequestRow } from '../../ordering/requests/queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { historyOf } from '../staff/audit-history.ts'
import { answerTerms, daysUntil, writtenPrices } from './answer-terms.ts'
import { requestedQuote, linesNow, onQuote, quoteVersion } from './on-quote.ts'

const days = { usual: 30, most: 365 }

/** One quote: what was asked for, the answer, and what the customer did with it. */
export const quoteScreen = consoleScreen<ConsoleQuote>({
  screen: 'quote',
  permission: 'quotes.view',
  load: quoteContent,
  actions: {
    answer: consoleAction({
      permission: 'quotes.change',
      form: quoteAnswerForm,
      run: async (context, form) => {
        const { shop } = context
        const quote = await requestedQuote(context)
        const prices = pricesOf(await linesNow(context, quote), form)
        const valid = daysUntil(shop.now(), form.until, days.most)
        await onQuote(context, 'quotes.answer', form.version, (services, { number }) =>
          priceQuote(services, { number, prices, days: valid, answer: form.answer }),
        )
      },
    }),
    reject: consoleAction({
      permission: 'quotes.change',
      form: quoteRejectForm,
      run: async (context, { version, answer }) => {
        if (answer === '') throw new ConsoleError('reason_missing', {}, 'answer')
        await onQuote(context, 'quotes.reject', version, (shop, { number }) => rejectQuote(shop, { number, answer }))
      },
    }),
    withdraw: consoleAction({
      permission: 'quotes.change',
      form: quoteWithdrawForm,
      run: (context, { version }) =>
        onQuote(context, 'quotes.withdraw', version, (shop, { number }) => withdrawQuote(shop, number)),
    }),
  },
})

type Written = { 'price:': ReadonlyMap<string, string>; basis?: 'inc' | 'ex' | undefined; percent: string }

/** Unit prices with VAT by SKU: those that were written, and with a percentage those of every other unpriced line. */
function pricesOf(lines: readonly QuoteLineRow[], form: Written): ReadonlyMap<string, Minor> {
  const written = writtenPrices(form['price:'])
  const percent = form.percent === '' ? undefined : wholePercent(form.percent)
  const unpriced = lines.find(({ position, unit_price: unit }) => unit === null && !written.has(position))
  if (unpriced && percent === undefined) throw new ConsoleError('price_missing', {}, `price:${unpriced.position}`)
  return new Map(
    lines.flatMap(({ sku, position, list_price: list, unit_price: unit, vat_rate: rate }) => {
      const price = written.get(position)
      if (price !== undefined) return [[sku, form.basis === 'ex' ? withVat(price, rate) : price] as const]
      return percent === undefined || unit !== null ? [] : [[sku, discounted(list, percent)] as const]
    }),
  )
}

function wholePercent(text: string): number {
  if (!/^\d{1,2}$/.test(text)) throw new ConsoleError('percent_invalid', {}, 'percent')
  return Number(text)
}

async function quoteContent(context: ConsoleContext): Promise<ConsoleQuote | undefined> {
  const { shop, session } = context
  const quote = await quoteByNumber(shop.db, (context.request.params['number'] ?? '').slice(0, 40).toUpperCase())
  if (!quote) return undefined
  const rows = await linesNow(context, quote)
  const { lines, total } = quoteAmounts(rows)
  const order = quote.order_id === null ? undefined : await orderById(shop.db, quote.order_id)
  const request = await requestOfQuote(shop.db, quote.id)
  const asked = await askedByLine(shop.db, request)
  const isOpen = quote.status === 'requested' || quote.status === 'priced'
  return {
    number: quote.number,
    state: quoteState(quote, shop.now().toISOString()),
    version: quoteVersion(quote, rows),
    currency: quote.currency,
    country: quote.country,
    language: quote.language,
    requestedAt: quote.requested_at,
    answeredAt: quote.answered_at,
    validUntil: quote.valid_until,
    decidedAt: quote.decided_at,
    message: quote.message,
    answer: quote.answer,
    ...(await requestedBy(context, quote, request)),
    unanswered: asked.size === 0 ? [] : await unansweredTexts(shop.db, request),
    order: order?.number ?? null,
    isCheckoutOpen: quote.checkout_id !== null,
    lines: lines.map((line, at) => {
      const position = rows[at]?.position ?? 0
      return { ...line, position, asked: otherWords(asked.get(position)?.text, line.sku) }
    }),
    total,
    terms: answerTerms(shop.now(), quote.organization_id !== null, days),
    audit: await historyOf(context, { kind: 'quote', id: quote.id }),
    may: { answer: isOpen && may(session, 'quotes.change') },
  }
}

/** Who asked: an account, or the guest whose request for parts the quote answers. */
async function requestedBy(
  { shop: { db }, session }: ConsoleContext,
  quote: QuoteRow,
  request: PartRequestRow | undefined,
): Promise<Pick<ConsoleQuote, 'buyer' | 'request'>> {
  const customer = await accountOf(db, quote)
  const organization = quote.organization_id === null ? undefined : await organizationBy(db, quote.organization_id)
  const guest = request ?? { name: '', email: '', organization: '', number: null }
  const { name, email } = customer ?? guest
  const address = customer && may(session, 'customers.view') ? consolePath('customer', { id: customer.id }) : null
  return {
    buyer: { name, email, organization: organization?.name ?? guest.organization, address },
    request: guest.number,
  }
}

async function accountOf(db: Queryable, { customer_id: id }: QuoteRow): Promise<CustomerRow | undefined> {
  return id === null ? undefined : customerById(db, id)
}

async function unansweredTexts(db: Queryable, request: PartRequestRow | undefined): Promise<string[]> {
  const lines = request ? await requestLines(db, [request.id], request.language) : []
  return lines.flatMap((line) => (line.quote_position === null ? [line.text] : []))
}
