import { consolePath } from '../../../console-routes.ts'
import { requestAnswerForm, requestDeclineForm, type ConsoleRequestPage } from '../../../contracts/console/requests.ts'
import { currencyByCode } from '../../../domain/money/currencies.ts'
import { toMinor } from '../../../domain/money/money.ts'
import { tierFor } from '../../../domain/money/price-tiers.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { priceLines } from '../../ordering/cart/price-lines.ts'
import { quoteById } from '../../ordering/quotes/queries.ts'
import { answerRequest, closeRequest, RequestError, type LineAnswer } from '../../ordering/requests/answer-request.ts'
import { lockRequest, requestByNumber, requestLines, type PartRequestRow } from '../../ordering/requests/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { answerTerms, daysUntil, writtenPrices } from '../quotes/answer-terms.ts'
import { historyOf } from '../staff/audit-history.ts'

type Lines = ConsoleRequestPage['lines']

const days = { usual: 14, most: 90 }

/** One request for parts, and its answer. */
export const requestScreen = consoleScreen<ConsoleRequestPage>({
  screen: 'request',
  permission: 'quotes.view',
  load: requestContent,
  actions: {
    answer: consoleAction({
      permission: 'quotes.change',
      form: requestAnswerForm,
      run: async (context, form) => {
        const answers = lineAnswers(form)
        const valid = daysUntil(context.shop.now(), form.until, days.most)
        const terms = { answers, days: valid, text: form.answer, isExVat: form.basis === 'ex' }
        await onRequest(context, 'requests.answer', (shop, number) =>
          answerRequest(shop, { number, ...terms }).catch(sayWhere),
        )
      },
    }),
    decline: consoleAction({
      permission: 'quotes.change',
      form: requestDeclineForm,
      run: (context, { reason }) =>
        onRequest(context, 'requests.decline', (shop, number) => closeRequest(shop, { number, reason })),
    }),
  },
})

/** What is wrong with a line is said at its price, or at the part that it names. */
function sayWhere(error: unknown): never {
  if (!(error instanceof RequestError) || error.line === undefined) throw error
  throw new ConsoleError(error.fault, {}, `${error.fault === 'price_invalid' ? 'price' : 'sku'}:${error.line}`)
}

/** Does something with the request of the address while it is open. The log names it, but not its sender. */
async function onRequest(
  context: ConsoleContext,
  operation: string,
  work: (shop: Shop, number: string) => Promise<unknown>,
): Promise<void> {
  const known = await requestedPartRequest(context)
  if (!known) throw new ConsoleError('unknown')
  const { id, number } = known
  const guard = async (trx: DatabaseTransaction) => {
    if ((await lockRequest(trx, id))?.status !== 'open') throw new ConsoleError('request_over')
  }
  const fields = async (trx: DatabaseTransaction) => {
    const request = await requestByNumber(trx, number)
    const quote = request?.quote_id ? await quoteById(trx, request.quote_id) : undefined
    return { status: request?.status, quote: quote?.number }
  }
  const action = { operation, subject: { kind: 'request', id, label: number }, guard, fields }
  await audited(context.shop, context.session.actor, action, (shop) => work(shop, number))
}

type Written = Record<'price:' | 'sku:' | 'quantity:', ReadonlyMap<string, string>>

/** The lines that got a price, with the part and the units that were written for them. */
function lineAnswers(form: Written): LineAnswer[] {
  const prices = writtenPrices(form['price:'])
  const of = (field: keyof Written, line: number) => form[field].get(String(line))?.trim() || undefined
  return [...prices].map(([line, price]) => {
    const quantity = of('quantity:', line)
    if (quantity !== undefined && !/^[1-9]\d{0,3}$/.test(quantity))
      throw new ConsoleError('units_invalid', {}, `quantity:${line}`)
    const sku = of('sku:', line)?.slice(0, 80)
    return { line, price, sku, quantity: quantity === undefined ? undefined : Number(quantity) }
  })
}

function requestedPartRequest({ shop, request }: ConsoleContext): Promise<PartRequestRow | undefined> {
  return requestByNumber(shop.db, (request.params['number'] ?? '').slice(0, 40).toUpperCase())
}

async function requestContent(context: ConsoleContext): Promise<ConsoleRequestPage | undefined> {
  const { shop, session } = context
  const row = await requestedPartRequest(context)
  if (!row) return undefined
  const { id, customer_id: customerId } = row
  const quote = row.quote_id === null ? undefined : await quoteById(shop.db, row.quote_id)
  const isLinked = customerId !== null && may(session, 'customers.view')
  return {
    number: row.number,
    status: row.status,
    currency: row.currency,
    country: row.country,
    language: row.language,
    requestedAt: row.requested_at,
    sender: {
      name: row.name,
      email: row.email,
      organization: row.organization,
      vatNumber: row.vat_number,
      address: isLinked ? consolePath('customer', { id: customerId }) : null,
    },
    device: row.device,
    message: row.message,
    reason: row.reason,
    quote: quote?.number ?? null,
    lines: await linesOf(context, row),
    terms: answerTerms(shop.now(), row.organization !== '' || row.vat_number !== '', days),
    audit: await historyOf(context, { kind: 'request', id }),
    may: { answer: row.status === 'open' && may(session, 'quotes.change') },
  }
}

/** The lines with what their parts cost the sender now; null for parts that nobody knows, or that are not sold. */
async function linesOf({ shop: { db, now }, session }: ConsoleContext, row: PartRequestRow): Promise<Lines> {
  const lines = await requestLines(db, [row.id], session.staff.language)
  const currency = currencyByCode(row.currency)
  const known = lines.flatMap(({ sku, quantity }) => (sku ? [{ sku, quantity }] : []))
  const { language, country, customer_id: buyer } = row
  const context = currency && { language, currency, country, home: await homeNow(db), buyer }
  const priced = context && row.status === 'open' ? await priceLines(db, context, known, now()) : []
  return lines.map(({ request_id: _request, ...line }) => {
    const tier = priced.find(({ sku }) => sku === line.sku)
    const price = tier && tierFor(tier.pricing, line.quantity)?.p
    return { ...line, price: price === undefined ? null : toMinor(price) }
  })
}
