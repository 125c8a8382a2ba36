import type { RequestLine } from '../../../domain/orders/part-requests.ts'
import type { ShoppingContext } from '../../../domain/places/shopping-context.ts'
import { requireCustomer } from '../../identity/sessions/guards.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { hashSecret, newId } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { lockBuyers } from '../checkout/limit-queries.ts'
import { nextInSeries } from '../documents/document-queries.ts'
import { findParts } from '../excel-order/find-parts.ts'
import type { Shop } from '../shop.ts'
import { insertRequest, repeatedRequest } from './queries.ts'

/** The same request within this time is a repeated click or a reload. */
const repeatMs = 15 * 60_000

export type PartRequest = {
  shopping: ShoppingContext
  customerId: string | null
  email: string
  name: string
  organization: string
  vatNumber: string
  device: string
  message: string
  lines: readonly RequestLine[]
  /** Of a request that staff write down: notes who did. Nobody gets a mail until it is answered. */
  noteMade?: (trx: DatabaseTransaction, request: { id: string; number: string }) => Promise<void>
}

export type SavedRequest = { number: string; isRepeated: boolean }

/**
 * Stores a request, and queues its receipt and the notice to the operator; returns its number. The same request within
 * 15 minutes returns the first one's number and does nothing else (`isRepeated`).
 */
export async function saveRequest(shop: Shop, request: PartRequest): Promise<SavedRequest> {
  const parts = await findParts(
    shop,
    request.lines.map(({ text }) => text),
  )
  const products = request.lines.map(({ text }) => {
    const part = parts.get(text)
    return part && 'sku' in part ? part.id : null
  })
  const { shopping: _shopping, noteMade: _noteMade, ...typed } = request
  const fingerprint = hashSecret(JSON.stringify(typed))
  return shop.db.transaction().execute(async (trx) => {
    if (request.customerId !== null) await requireCustomer(trx, request.customerId)
    await lockBuyers(trx, [`request ${fingerprint}`])
    const since = new Date(shop.now().getTime() - repeatMs).toISOString()
    const known = await repeatedRequest(trx, fingerprint, since)
    if (known) return { number: known.number, isRepeated: true }
    return { number: await write(trx, { request, products, fingerprint, now: shop.now() }), isRepeated: false }
  })
}

type Writing = { request: PartRequest; products: readonly (string | null)[]; fingerprint: string; now: Date }

async function write(trx: DatabaseTransaction, { request, products, fingerprint, now }: Writing): Promise<string> {
  const { shopping, customerId, vatNumber, lines, noteMade, ...written } = request
  const [id, at] = [newId(now.getTime()), now.toISOString()]
  const number = `P${await nextInSeries(trx, 'P', 100_001)}`
  await insertRequest(
    trx,
    {
      ...written,
      id,
      number,
      status: 'open',
      language: shopping.language,
      currency: shopping.currency.code,
      country: shopping.country,
      customer_id: customerId,
      vat_number: vatNumber,
      reason: '',
      fingerprint,
      quote_id: null,
      requested_at: at,
      updated_at: at,
    },
    lines.map((line, index) => ({
      ...line,
      request_id: id,
      position: index + 1,
      product_id: products[index] ?? null,
    })),
  )
  if (noteMade) {
    await noteMade(trx, { id, number })
    return number
  }
  for (const kind of ['mail.request_received', 'mail.operator_request'] as const)
    await addToOutbox(trx, { kind, dedupeKey: `${kind}:${id}`, payload: { requestId: id } }, now)
  return number
}
