import { consolePath } from '../../../console-routes.ts'
import {
  requestAnswerForm,
  requestDeclineForm,
  type ConsoleRequestPage,
  type TypedAnswer,
} from '../../../contracts/console/requests.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { quoteById, quoteLinesOf, type QuoteLineRow } from '../../ordering/quotes/queries.ts'
import { answerRequest, closeRequest, RequestError, type LineAnswer } from '../../ordering/requests/answer-request.ts'
import { lockRequest, requestByNumber, type PartRequestRow } from '../../ordering/requests/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { answerTerms, daysUntil, writtenPrices } from '../quotes/answer-terms.ts'
import { historyOf } from '../staff/audit-history.ts'
import { answeredLines, fieldsOfAnswer, withPicked } from './answered-lines.ts'

const days = { usual: 14, most: 90 }

/** One request for parts, and its answer. */
export const requestScreen = consoleScreen<ConsoleRequestPage>({
  screen: 'request',
  permission: 'quotes.view',
  load: (context) => requestContent(context),
  actions: {
    answer: consoleAction({
      permission: 'quotes.change',
      form: requestAnswerForm,
      run: async (context, form) => {
        const content = await partChoice(context, form)
        if (content) return { content, isQuestion: true }
        const answers = lineAnswers(form)
        const valid = daysUntil(context.shop.now(), form.until, days.most)
        const terms = { answers, days: valid, text: form.answer, isExVat: form.basis === 'ex' }
        await onRequest(context, 'requests.answer', (shop, number) =>
          answerRequest(shop, { number, ...terms }).catch(sayWhere),
        )
        return undefined
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

/** The page with the part that was chosen for a line, or with those that words in place of a number may mean. */
async function partChoice(context: ConsoleContext, form: TypedAnswer): Promise<ConsoleRequestPage | undefined> {
  const typed = withPicked(form)
  const content = await requestContent(context, typed)
  if (!content?.may.answer) return undefined
  const isTyped = ({ position }: { position: number }) => Boolean(typed['sku:'].get(String(position))?.trim())
  const isAsked = form.pick !== '' || content.lines.some((line) => isTyped(line) && line.meant.length > 0)
  return isAsked ? { ...content, typed: fieldsOfAnswer(typed) } : undefined
}

async function requestContent(context: ConsoleContext, typed?: TypedAnswer): Promise<ConsoleRequestPage | undefined> {
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
    lines: withAnswers(await answeredLines(context, row, typed), quote ? await quoteLinesOf(shop.db, [quote.id]) : []),
    typed: null,
    terms: answerTerms(shop.now(), row.organization !== '' || row.vat_number !== '', days),
    audit: await historyOf(context, { kind: 'request', id }),
    may: { answer: row.status === 'open' && may(session, 'quotes.change') },
  }
}

/** The lines with what their quote has for them. Of quotes from before that was noted it is not known. */
function withAnswers(
  lines: Awaited<ReturnType<typeof answeredLines>>,
  quoted: readonly QuoteLineRow[],
): ConsoleRequestPage['lines'] {
  const isNoted = lines.some((line) => line.quote_position !== null)
  return lines.map(({ quote_position: at, ...line }) => {
    if (!isNoted) return line
    const answer = quoted.find(({ position }) => position === at)
    return { ...line, answer: answer ? { sku: answer.sku, name: answer.name, quantity: answer.quantity } : null }
  })
}
