import { partRequestStatuses, type PartRequestStatus } from '../../../domain/orders/part-requests.ts'
import { quoteById } from '../../../server/ordering/quotes/queries.ts'
import { answerRequest, closeRequest } from '../../../server/ordering/requests/answer-request.ts'
import {
  listRequests,
  requestByNumber,
  requestLines,
  type PartRequestRow,
  type RequestLineRow,
} from '../../../server/ordering/requests/queries.ts'
import {
  isSet,
  OperatorError,
  textOf,
  wholeNumber,
  type Answer,
  type Given,
  type OperatorCommand,
  type OperatorShop,
} from '../../operator-command.ts'
import { oneLine, textTable } from '../../text-table.ts'
import { lineAnswers } from './line-answers.ts'

export const requestCommands: Readonly<Record<string, OperatorCommand>> = { list, show, answer, close }

async function list({ db }: OperatorShop, given: Given): Promise<Answer> {
  const requests = (await listRequests(db, statusOf(given))).map((each) => ({ ...each, parts: Number(each.parts) }))
  const rows = requests.map(({ number, status, requested_at: at, parts, country, currency, email, organization }) => [
    number,
    status,
    at.slice(0, 10),
    String(parts),
    country,
    currency,
    oneLine(email),
    oneLine(organization),
  ])
  const columns = ['NUMBER', 'STATUS', 'DATE', 'PARTS', 'COUNTRY', 'CURRENCY', 'SENDER', 'COMPANY']
  return { data: requests, lines: textTable(columns, rows) }
}

function statusOf(given: Given): PartRequestStatus | undefined {
  const asked = textOf(given, 'status') ?? 'open'
  const status = partRequestStatuses.find((each) => each === asked)
  if (!status && asked !== 'all')
    throw new OperatorError(`--status must be one of ${partRequestStatuses.join(', ')}, all.`)
  return status
}

async function show({ db }: OperatorShop, given: Given): Promise<Answer> {
  const request = await requireRequest({ db }, given)
  const lines = await requestLines(db, [request.id], request.language)
  const quote = request.quote_id === null ? undefined : await quoteById(db, request.quote_id)
  const { id: _id, fingerprint: _fingerprint, quote_id: _quote, ...data } = request
  return {
    data: { ...data, quote: quote?.number ?? null, lines: lines.map(({ request_id: _request, ...line }) => line) },
    lines: [...facts(request, quote?.number), ...lines.map(lineText)],
  }
}

function facts(request: PartRequestRow, quote: string | undefined): string[] {
  const { number, status, requested_at: at, currency, country, name, email, organization, device } = request
  const { vat_number: vatNumber, message, reason } = request
  return [
    `${number}  ${status}${quote ? ` by ${quote}` : ''}  ${at.slice(0, 16)}  ${currency}, delivered to ${country}`,
    [name, email, organization, vatNumber].filter(Boolean).map(oneLine).join(', '),
    ...(device ? [`Device: ${oneLine(device)}`] : []),
    ...(message ? [`"${message}"`] : []),
    ...(reason ? [`Closed: ${oneLine(reason)}`] : []),
  ]
}

function lineText({ position, text, quantity, sku, name }: RequestLineRow): string {
  const part = sku === null ? '(no part of the shop)' : `${sku} ${oneLine(name ?? '')}`
  return `${String(position).padStart(3)}  ${quantity} x ${oneLine(text)}  ${part}`
}

async function answer({ db, now }: OperatorShop, given: Given): Promise<Answer> {
  const { number } = await requireRequest({ db }, given)
  const answered = await answerRequest(
    { db, now },
    {
      number,
      answers: lineAnswers(given),
      days: wholeNumber(given, 'valid', { min: 1, max: 90, otherwise: 14 }),
      text: textOf(given, 'text') ?? '',
      isExVat: isSet(given, 'ex-vat'),
    },
  )
  return {
    data: answered,
    lines: [
      `Request ${number} is answered by quote ${answered.quote}, valid until ${answered.validUntil.slice(0, 10)}.`,
      ...answered.short.map(
        ({ sku, available }) => `Only ${available} of ${sku} in stock: more can be ordered when stock is added.`,
      ),
    ],
  }
}

async function close({ db, now }: OperatorShop, given: Given): Promise<Answer> {
  const { number } = await requireRequest({ db }, given)
  const reason = textOf(given, 'reason') ?? ''
  await closeRequest({ db, now }, { number, reason })
  const mailed = reason === '' ? 'The sender gets no mail.' : 'The sender gets a mail with the reason.'
  return { data: { number, status: 'closed', reason }, lines: [`Request ${number} is closed. ${mailed}`] }
}

async function requireRequest(
  { db }: Pick<OperatorShop, 'db'>,
  { words: [number = ''] }: Given,
): Promise<PartRequestRow> {
  const request = await requestByNumber(db, number)
  if (!request)
    throw new OperatorError(number === '' ? 'Name the request by its number.' : `There is no request ${number}.`)
  return request
}
