import type { PartlyBack } from '../../../contracts/customer-pages/order-page.ts'
import { typedAmount } from '../../../domain/money/typed-amounts.ts'
import { orderStatuses } from '../../../domain/orders/order-status.ts'
import { plainAmount } from '../../../i18n/money.ts'
import { cancelOrder } from '../../../server/ordering/fulfilment/cancel-order.ts'
import { deliverOrder } from '../../../server/ordering/fulfilment/deliver-order.ts'
import { holdOrder } from '../../../server/ordering/fulfilment/hold-order.ts'
import { releaseHold } from '../../../server/ordering/fulfilment/release-hold.ts'
import { shipOrder } from '../../../server/ordering/fulfilment/ship-order.ts'
import { startProcessing } from '../../../server/ordering/fulfilment/start-processing.ts'
import { remindInvoice } from '../../../server/ordering/invoices/remind-invoice.ts'
import { orderFields } from '../../../server/ordering/orders/audited-order.ts'
import { addLabels, removeLabels } from '../../../server/ordering/orders/labels/label-orders.ts'
import { labelsOf } from '../../../server/ordering/orders/labels/label-queries.ts'
import { listOrders } from '../../../server/ordering/orders/list-queries.ts'
import { noteOnOrder } from '../../../server/ordering/orders/note-on-order.ts'
import { creditAmount } from '../../../server/ordering/refunds/credit-amount.ts'
import { partlyBack } from '../../../server/ordering/refunds/partly-back.ts'
import { refundOrder } from '../../../server/ordering/refunds/refund-order.ts'
import { audited } from '../../../server/platform/audit/audit.ts'
import { addressJson } from '../../../server/platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../../server/platform/db/tables.ts'
import {
  actorOf,
  isSet,
  OperatorError,
  textOf,
  wholeNumber,
  type Answer,
  type Given,
  type OperatorCommand,
  type OperatorShop,
  commandActor,
} from '../../operator-command.ts'
import { minuteOf, textTable } from '../../text-table.ts'
import { document } from './document.ts'
import { edit } from './edit.ts'
import { namedOrder, namedUnits } from './named.ts'
import { returns } from './returns.ts'
import { show } from './show.ts'

export const orderCommands: Readonly<Record<string, OperatorCommand>> = {
  list,
  show,
  hold,
  release,
  process,
  ship,
  deliver,
  edit,
  cancel,
  refund,
  credit,
  return: returns,
  remind,
  note,
  label,
  document,
}

async function list(shop: OperatorShop, given: Given): Promise<Answer> {
  const wanted = textOf(given, 'status')
  const status = orderStatuses.find((each) => each === wanted)
  if (wanted !== undefined && !status) throw new OperatorError(`--status must be one of ${orderStatuses.join(', ')}.`)
  const rows = await listOrders(shop.db, {
    status,
    email: textOf(given, 'email')?.toLowerCase(),
    isHeld: isSet(given, 'held'),
    limit: wholeNumber(given, 'limit', { min: 1, max: 10_000, otherwise: 50 }),
  })
  const partly = await partlyBack(shop.db, rows)
  const data = rows.map(({ address, ...row }) => ({
    ...row,
    partly: partly.get(row.id) ?? null,
    name: addressJson.read(address).name,
  }))
  return {
    data,
    lines: textTable(
      ['ORDER', 'PLACED', 'STATUS', 'TOTAL', 'PAID BY', 'COUNTRY', 'NAME'],
      data.map((row) => [
        row.number,
        minuteOf(row.placed_at),
        statusText(row),
        plainAmount(row.total, row.currency),
        row.payment_method,
        row.country,
        row.name,
      ]),
    ),
  }
}

function statusText({
  status,
  hold,
  partly,
}: {
  status: string
  hold: string | null
  partly: PartlyBack | null
}): string {
  const part = partly && (partly.units > 0 ? `${partly.units} of ${partly.of} returned` : 'part refunded')
  return [status, hold && 'on hold', part].filter(Boolean).join(', ')
}

async function hold(shop: OperatorShop, given: Given): Promise<Answer> {
  const { id } = await namedOrder(shop, given)
  const reason = textOf(given, 'reason') ?? ''
  const order = await holdOrder(shop, { orderId: id, actor: actorOf(given), reason })
  return {
    data: { number: order.number, status: order.status, hold: order.hold },
    lines: [`Order ${order.number} is on hold: ${reason}`],
  }
}

async function release(shop: OperatorShop, given: Given): Promise<Answer> {
  const known = await namedOrder(shop, given)
  const order = await releaseHold(shop, { orderId: known.id, actor: actorOf(given) })
  const said = known.hold === null ? `Order ${order.number} was not on hold` : `Order ${order.number} is released`
  return {
    data: { number: order.number, status: order.status, hold: order.hold },
    lines: [`${said}; it is ${order.status}.`],
  }
}

async function process(shop: OperatorShop, given: Given): Promise<Answer> {
  const order = await startProcessing(shop, { orderId: (await namedOrder(shop, given)).id, actor: actorOf(given) })
  return { data: { number: order.number, status: order.status }, lines: [`Order ${order.number} is ${order.status}.`] }
}

async function ship(shop: OperatorShop, given: Given): Promise<Answer> {
  const { id, number } = await namedOrder(shop, given)
  const units = await namedUnits(shop, id, given.words.slice(1))
  const { kind, order, shipment } = await shipOrder(shop, {
    orderId: id,
    actor: actorOf(given),
    carrier: textOf(given, 'carrier') ?? '',
    trackingNumber: textOf(given, 'tracking') ?? '',
    ...(units ? { units } : {}),
  })
  const said =
    kind === 'already'
      ? `That parcel of order ${number} was sent ${minuteOf(shipment.shipped_at)}.`
      : `The parcel is sent; order ${number} is ${order.status}.`
  return { data: { number, status: order.status, kind, shipment }, lines: [said] }
}

async function deliver(shop: OperatorShop, given: Given): Promise<Answer> {
  const parcel = textOf(given, 'parcel')
  const order = await deliverOrder(shop, {
    orderId: (await namedOrder(shop, given)).id,
    actor: actorOf(given),
    ...(parcel ? { parcel } : {}),
  })
  return { data: { number: order.number, status: order.status }, lines: [`Order ${order.number} is ${order.status}.`] }
}

async function cancel(shop: OperatorShop, given: Given): Promise<Answer> {
  const { id, number } = await namedOrder(shop, given)
  const {
    kind,
    order,
    refund: paid,
  } = await cancelOrder(shop, { orderId: id, actor: actorOf(given), reason: textOf(given, 'reason') ?? '' })
  const money = paid?.number ? ` ${plainAmount(paid.amount, order.currency)} is paid back (${paid.number}).` : ''
  return {
    data: { number, status: order.status, kind, refund: paid ?? null },
    lines: [`Order ${number} is cancelled.${money}`],
  }
}

async function refund(shop: OperatorShop, given: Given): Promise<Answer> {
  const { id, number } = await namedOrder(shop, given)
  const named = await namedUnits(shop, id, given.words.slice(1))
  const withDelivery = isSet(given, 'delivery')
  if (!named && !isSet(given, 'all') && !withDelivery)
    throw new OperatorError('Say what to pay back: LINE=QTY, --all or --delivery.')
  const units = named ?? (isSet(given, 'all') ? undefined : [])
  const key = textOf(given, 'key')
  const done = await refundOrder(shop, {
    orderId: id,
    actor: actorOf(given),
    reason: textOf(given, 'reason') ?? '',
    withDelivery,
    ...(units ? { units } : {}),
    ...(key ? { key } : {}),
  })
  const amount = plainAmount(done.refund.amount, done.order.currency)
  const said = done.refund.number
    ? `${amount} of order ${number} is paid back (${done.refund.number}).`
    : `Order ${number} is ${amount} cheaper.`
  return {
    data: { number, status: done.order.status, kind: done.kind, refund: done.refund },
    lines: [`${said} The order is ${done.order.status}.`],
  }
}

async function credit(shop: OperatorShop, given: Given): Promise<Answer> {
  const { id, number } = await namedOrder(shop, given)
  const amount = typedAmount(given.words[1] ?? '')
  if (amount === undefined) throw new OperatorError('Say how much to credit with VAT, such as 49.50.')
  const key = textOf(given, 'key')
  const reason = textOf(given, 'reason') ?? ''
  const done = await creditAmount(shop, { orderId: id, actor: actorOf(given), amount, reason, ...(key ? { key } : {}) })
  return {
    data: { number, kind: done.kind, refund: done.refund },
    lines: [
      `${plainAmount(done.refund.amount, done.order.currency)} of order ${number} is credited (${done.refund.number}).`,
    ],
  }
}

async function remind(shop: OperatorShop, given: Given): Promise<Answer> {
  const { id, number, email } = await namedOrder(shop, given)
  const { invoice, step } = await remindInvoice(shop, { orderId: id, actor: actorOf(given) })
  return { data: { number, invoice, step }, lines: [`Reminder ${step} of ${invoice} is mailed to ${email}.`] }
}

async function label(shop: OperatorShop, given: Given): Promise<Answer> {
  const { id, number } = await namedOrder(shop, given)
  const [change, operation] = isSet(given, 'off')
    ? ([removeLabels, 'unlabel'] as const)
    : ([addLabels, 'label'] as const)
  const actor = commandActor(given)
  const subject = { kind: 'order', id, label: number }
  const action = {
    operation: `orders.${operation}`,
    subject,
    fields: (trx: DatabaseTransaction) => orderFields(trx, id),
  }
  await audited(shop, actor, action, (own) => change(own, { orderId: id, typed: given.words.slice(1).join(' ') }))
  const labels = (await labelsOf(shop.db, [id])).get(id) ?? []
  return { data: { number, labels }, lines: [`Order ${number} has the labels: ${labels.join(', ') || 'none'}.`] }
}

async function note(shop: OperatorShop, given: Given): Promise<Answer> {
  const { id, number } = await namedOrder(shop, given)
  const written = given.words.slice(1).join(' ').trim()
  if (written === '' || written.length > 1_000)
    throw new OperatorError('Say what to note, in at most 1,000 characters.')
  await noteOnOrder(shop, { orderId: id, actor: actorOf(given), note: written })
  return { data: { number, note: written }, lines: [`The note stands in the history of order ${number}.`] }
}
