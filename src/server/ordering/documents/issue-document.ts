import { dayMs } from '../../../domain/durations.ts'
import { negated, sumByRate, type RateAmount } from '../../../domain/orders/allowances.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import type { DocumentKind } from '../../platform/db/tables/fulfilment-tables.ts'
import { ShopSettings } from '../../platform/settings/shop-settings.ts'
import { paymentsWithCards } from '../gift-cards/redeem.ts'
import { recordInvoice } from '../invoices/settle-invoice.ts'
import type { OrderLineRow } from '../orders/fulfilment-queries.ts'
import { isBilled } from '../orders/order-state.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import { deductedOf, refundLinesOf, refundsOf, type RefundRow } from '../orders/refund-queries.ts'
import { deliveryOf, documentContent, type DocumentContent, type OtherCharges } from './document-content.ts'
import { documentJson } from './document-json.ts'
import { documentOf, insertDocument, setDocumentContent } from './document-queries.ts'
import { nextNumber } from './number-series.ts'

/** What a credit note takes off the price without units, by VAT rate. */
type Reduced = { allowance?: readonly RateAmount[] }
type Issue =
  | { order: OrderRow; kind: Exclude<DocumentKind, 'credit_note'>; refund?: never; addition?: string; now: Date }
  | ({ order: OrderRow; kind: 'credit_note'; refund: RefundRow; addition?: never; now: Date } & Reduced)

/**
 * Issues a document once, within a transaction that has locked the order: of the order as it was first charged, of an
 * `addition` to it, or of a refund. Returns its number.
 */
export async function issueDocument(trx: DatabaseTransaction, issue: Issue): Promise<string> {
  const { order, kind, refund, addition = '', now } = issue
  const subject = refund?.id ?? addition
  const known = await documentOf(trx, order.id, kind, subject)
  if (known) return known.number
  const lines = await orderLineRows(trx, order.id)
  const issuedAt = now.toISOString()
  // Read in this transaction: a document has the newest settings, whatever this process knows.
  const settings = await ShopSettings.open(trx)
  const { onCards, onGivenCards } =
    subject === '' ? await paymentsWithCards(trx, order.id) : { onCards: 0, onGivenCards: 0 }
  const given = {
    seller: settings.seller(order.language),
    kind,
    number: await nextNumber(trx, kind, kind === 'receipt' ? undefined : settings.all.payment.invoicePrefix),
    issuedAt,
    dueAt: dueAt(order, kind, now, settings.all.payment.invoiceDays[order.customer_kind]),
    creditOf: refund ? await chargeOf(trx, order, lines, refund) : null,
    giftCard: onCards,
    givenCard: onGivenCards,
  }
  const content = refund
    ? await credited(trx, order, { lines, refund, allowance: issue.allowance ?? [] }, given)
    : await charged(trx, order, { lines, addition }, given)
  await insertDocument(trx, {
    number: given.number,
    kind,
    order_id: order.id,
    subject,
    content: documentJson.write(content),
    issued_at: issuedAt,
  })
  if (kind === 'invoice') await recordInvoice(trx, order, content)
  return given.number
}

/** Adds what became of the money to the credit note of a refund, within the transaction that issued it. */
export async function addToCreditNote(
  trx: DatabaseTransaction,
  orderId: string,
  refundId: string,
  settled: Pick<DocumentContent, 'setOff' | 'moved'>,
): Promise<void> {
  const note = await documentOf(trx, orderId, 'credit_note', refundId)
  if (note)
    await setDocumentContent(trx, note.number, documentJson.write({ ...documentJson.read(note.content), ...settled }))
}

/**
 * Issues the invoice or receipt of a charge unless there is one, and one of each addition to the order; needed before
 * anything of it is credited.
 */
export async function issueCharge(trx: DatabaseTransaction, order: OrderRow, now: Date): Promise<void> {
  const kind = isBilled(order) ? 'invoice' : 'receipt'
  if ((await chargedBy(trx, order)) === null) await issueDocument(trx, { order, kind, now })
  const additions = new Set((await orderLineRows(trx, order.id)).map(({ addition }) => addition))
  for (const addition of additions) if (addition !== '') await issueDocument(trx, { order, kind, addition, now })
}

type Given = Parameters<typeof documentContent>[4]

/**
 * Builds the content of an invoice or receipt: everything that was not cancelled before the charge, or an addition, for
 * whose delivery nothing is charged. Later refunds have credit notes.
 */
async function charged(
  trx: DatabaseTransaction,
  order: OrderRow,
  of: { lines: readonly OrderLineRow[]; addition: string },
  given: Given,
): Promise<DocumentContent> {
  const lines = of.lines.filter(({ addition }) => addition === of.addition)
  const takenOff = (await refundsOf(trx, order.id)).filter((refund) => refund.number === null)
  const rows = (await Promise.all(takenOff.map((refund) => refundLinesOf(trx, refund.id)))).flat()
  const units = lines.map(({ position, quantity }) => {
    const before = rows.filter((row) => row.position === position).reduce((sum, row) => sum + row.quantity, 0)
    return { position, before, quantity: quantity - before }
  })
  const besides = of.addition === '' ? besidesGoods(order, takenOff, of.lines) : { delivery: nothing, recalculated: [] }
  return documentContent(
    order,
    lines,
    units.filter(({ quantity }) => quantity > 0),
    besides,
    given,
  )
}

const nothing = { amount: 0, vat: 0 }

/** What an order is charged besides its goods, less what was taken off before the charge. */
function besidesGoods(order: OrderRow, takenOff: readonly RefundRow[], lines: readonly OrderLineRow[]): OtherCharges {
  const isDeliveryOff = takenOff.some((refund) => refund.delivery > 0)
  return {
    delivery: isDeliveryOff ? nothing : deliveryOf(order, { amount: order.delivery_total, vat: order.delivery_vat }),
    recalculated: sumByRate(takenOff.flatMap((refund) => deductedOf(refund, lines))),
  }
}

/** Builds the content of a credit note. The line's refunded count already includes this refund. */
async function credited(
  trx: DatabaseTransaction,
  order: OrderRow,
  { lines, refund, allowance = [] }: { lines: readonly OrderLineRow[]; refund: RefundRow } & Reduced,
  given: Given,
): Promise<DocumentContent> {
  const rows = await refundLinesOf(trx, refund.id)
  const units = rows.map(({ position, quantity }) => {
    const refunded = lines.find((line) => line.position === position)?.refunded ?? quantity
    return { position, quantity, before: refunded - quantity }
  })
  const besides = {
    delivery: deliveryOf(order, { amount: refund.delivery, vat: refund.delivery_vat }),
    recalculated: negated(deductedOf(refund, lines)),
    allowance,
  }
  return documentContent(order, lines, units, besides, given)
}

/** The number of the invoice or receipt that charges the order, or an addition to it; null before it is issued. */
export async function chargedBy(db: Queryable, { id }: OrderRow, addition = ''): Promise<string | null> {
  const document = (await documentOf(db, id, 'invoice', addition)) ?? (await documentOf(db, id, 'receipt', addition))
  return document?.number ?? null
}

/** The invoice or receipt that a refund credits: that of an addition if only units of it are refunded. */
async function chargeOf(
  trx: DatabaseTransaction,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  refund: RefundRow,
): Promise<string | null> {
  const rows = await refundLinesOf(trx, refund.id)
  const additions = rows.map((row) => lines.find(({ position }) => position === row.position)?.addition ?? '')
  const [first = '', ...others] = new Set(additions)
  return (others.length === 0 && (await chargedBy(trx, order, first))) || chargedBy(trx, order)
}

function dueAt(order: OrderRow, kind: DocumentKind, now: Date, days: number): string | null {
  return kind === 'invoice' && isBilled(order) ? new Date(now.getTime() + days * dayMs).toISOString() : null
}
