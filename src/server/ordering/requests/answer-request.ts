import { currencyByCode } from '../../../domain/money/currencies.ts'
import { toMinor, type Minor } from '../../../domain/money/money.ts'
import { tierFor } from '../../../domain/money/price-tiers.ts'
import { withVat } from '../../../domain/orders/quotes.ts'
import { productType } from '../../../domain/products/products.ts'
import { membershipOf } from '../../identity/organizations/organization-queries.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { DatabaseTransaction, NewRow } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { priceLines, type PricedLine } from '../cart/price-lines.ts'
import { nextInSeries } from '../documents/document-queries.ts'
import { endOfDay } from '../quotes/answer-quote.ts'
import { insertQuote } from '../quotes/queries.ts'
import type { Shop } from '../shop.ts'
import { moveRequest, noteAnswers, requestByNumber, requestLines, type PartRequestRow } from './queries.ts'

type Services = Pick<Shop, 'db' | 'now'>
/** `line` counts from 1; `sku` and `quantity` are those of the request if left out; `price` is of one unit. */
export type LineAnswer = { line: number; sku?: string | undefined; quantity?: number | undefined; price: Minor }
export type RequestAnswer = {
  number: string
  answers: readonly LineAnswer[]
  days: number
  text: string
  isExVat: boolean
}
/** `short` are the parts of which fewer units are in stock than are quoted. */
export type AnsweredRequest = { quote: string; validUntil: string; short: { sku: string; available: number }[] }

/** Thrown if a request, or one `line` of it, cannot be answered like this. `fault` names what its message says. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly fault: RequestFault
  readonly line: number | undefined

  constructor(fault: RequestFault, message: string, line?: number) {
    super(message)
    this.fault = fault
    this.line = line
  }
}
type RequestFault =
  | 'unknown'
  | 'request_over'
  | 'part_unknown'
  | 'part_missing'
  | 'price_invalid'
  | 'price_missing'
  | 'quoted_twice'

type QuotedPart = { asked: number; line: PricedLine; quantity: number; price: Minor }

/**
 * Answers an open request with a quote for some or all of its lines, and mails it to the sender. Prices are in minor
 * units of the request's currency, with the VAT of its country unless `isExVat`. Throws RequestError.
 */
export async function answerRequest({ db, now }: Services, answer: RequestAnswer): Promise<AnsweredRequest> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const request = await openRequest(trx, answer.number)
    const parts = await quotedParts(trx, request, answer, at)
    const validUntil = endOfDay(at, answer.days, await homeNow(trx))
    const quote = await writeQuote(trx, request, { ...answer, parts, validUntil, at })
    const change = { status: 'answered', quote_id: quote.id, updated_at: at.toISOString() } as const
    if (!(await moveRequest(trx, request.id, change))) throw notOpen(request)
    const effect = {
      kind: 'mail.quote_priced',
      dedupeKey: `mail.quote_priced:${quote.id}:${at.toISOString()}`,
    } as const
    await addToOutbox(trx, { ...effect, payload: { quoteId: quote.id } }, at)
    const short = parts.filter(({ line, quantity }) => line.possible < quantity)
    return {
      quote: quote.number,
      validUntil,
      short: short.map(({ line }) => ({ sku: line.sku, available: line.possible })),
    }
  })
}

/** Closes an open request; with a reason, mails it to the sender. Throws RequestError. */
export async function closeRequest(
  { db, now }: Services,
  { number, reason }: { number: string; reason: string },
): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const request = await openRequest(trx, number)
    if (!(await moveRequest(trx, request.id, { status: 'closed', reason, updated_at: at.toISOString() })))
      throw notOpen(request)
    const kind = 'mail.request_closed'
    if (reason !== '')
      await addToOutbox(trx, { kind, dedupeKey: `${kind}:${request.id}`, payload: { requestId: request.id } }, at)
  })
}

async function openRequest(trx: DatabaseTransaction, number: string): Promise<PartRequestRow> {
  const request = await requestByNumber(trx, number)
  if (!request) throw new RequestError('unknown', `There is no request ${number}.`)
  if (request.status !== 'open') throw notOpen(request)
  return request
}

function notOpen({ number, status }: PartRequestRow): RequestError {
  return new RequestError('request_over', `Request ${number} is no longer open but ${status}.`)
}

async function quotedParts(
  trx: DatabaseTransaction,
  request: PartRequestRow,
  { answers, isExVat }: RequestAnswer,
  at: Date,
): Promise<QuotedPart[]> {
  const wanted = await namedParts(trx, request, answers)
  const currency = currencyByCode(request.currency)
  if (!currency) throw new RequestError('unknown', `${request.currency} is no currency of the shop.`)
  const { language, country, customer_id: buyer } = request
  const context = { language, currency, country, home: await homeNow(trx), buyer }
  const lines = await priceLines(trx, context, wanted, at)
  return wanted.map(({ line: position, sku, quantity, price }) => {
    const line = lines.find((each) => each.sku === sku)
    if (!line || line.type === productType.giftCard)
      throw new RequestError('part_unknown', `"${sku}" is no published product that can be sold by itself.`, position)
    const inclusive = isExVat ? withVat(price, line.vat_rate) : price
    return { asked: position, line, quantity, price: inclusive }
  })
}

type NamedPart = { line: number; sku: string; quantity: number; price: Minor }

/** Names the product of every answered line, in the order of the request; a line without a known part needs a SKU. */
async function namedParts(
  trx: DatabaseTransaction,
  { id, number, language }: PartRequestRow,
  answers: readonly LineAnswer[],
): Promise<NamedPart[]> {
  if (answers.length === 0)
    throw new RequestError('price_missing', 'Answer at least one line with --line N --price PRICE.')
  const requested = await requestLines(trx, [id], language)
  const inOrder = answers.toSorted((a, b) => a.line - b.line)
  const named = inOrder.map(({ line: position, sku, quantity, price }) => {
    const line = requested.find((each) => each.position === position)
    if (!line) throw new RequestError('unknown', `Request ${number} has no line ${position}.`)
    const part = sku ?? line.sku
    if (!part)
      throw new RequestError('part_missing', `Line ${position} names no part of the shop: add --sku.`, position)
    if (!Number.isSafeInteger(price) || price <= 0)
      throw new RequestError('price_invalid', `The price of line ${position} must be more than nothing.`, position)
    return { line: position, sku: part, quantity: quantity ?? line.quantity, price }
  })
  const twice = named.find(({ sku }, at) => named.findIndex((other) => other.sku === sku) !== at)
  if (twice)
    throw new RequestError(
      'quoted_twice',
      `"${twice.sku}" is quoted twice: answer one of its lines, with --quantity.`,
      twice.line,
    )
  return named
}

type Writing = { parts: readonly QuotedPart[]; text: string; validUntil: string; at: Date }

async function writeQuote(
  trx: DatabaseTransaction,
  {
    id: requestId,
    customer_id: customerId,
    language,
    currency,
    country,
    message,
    requested_at: requestedAt,
  }: PartRequestRow,
  { parts, text, validUntil, at }: Writing,
): Promise<NewRow<'quotes'>> {
  const quote: NewRow<'quotes'> = {
    id: newId(at.getTime()),
    number: `Q${await nextInSeries(trx, 'Q', 100_001)}`,
    customer_id: customerId,
    organization_id: (await membershipOf(trx, customerId))?.id ?? null,
    status: 'priced',
    language,
    currency,
    country,
    message: customerId === null ? '' : message,
    answer: text,
    valid_until: validUntil,
    checkout_id: null,
    order_id: null,
    requested_at: requestedAt,
    answered_at: at.toISOString(),
    decided_at: null,
  }
  const lines = parts.map(({ line, quantity, price }, index) => ({
    quote_id: quote.id,
    position: index + 1,
    product_id: line.product_id,
    sku: line.sku,
    name: line.name,
    quantity,
    list_price: toMinor(tierFor(line.pricing, quantity)?.p ?? 0),
    unit_price: price,
    vat_rate: line.vat_rate,
  }))
  await insertQuote(trx, quote, lines)
  const answers = parts.map(({ asked: position }, index) => ({ position, quotePosition: index + 1 }))
  await noteAnswers(trx, requestId, answers)
  return quote
}
