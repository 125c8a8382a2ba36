import { plainAmount } from '../../../i18n/money.ts'
import { orderById, orderByNumber, orderEventRows } from '../../../server/ordering/orders/queries.ts'
import { orderPayments } from '../../../server/ordering/payment/order-payments.ts'
import { acceptHeld, closeHeld, refundHeld } from '../../../server/ordering/payment/settle-held.ts'
import { paymentsForReview, repeatRefund } from '../../../server/ordering/refunds/refused-refunds.ts'
import type { AttemptRow } from '../../../server/payments/queries.ts'
import {
  actorOf,
  OperatorError,
  textOf,
  type Answer,
  type Given,
  type OperatorCommand,
  type OperatorShop,
} from '../../operator-command.ts'
import { minuteOf, textTable } from '../../text-table.ts'
import { namedOrder } from '../order/named.ts'

export const paymentCommands: Readonly<Record<string, OperatorCommand>> = { list, show, accept, refund, retry, close }

async function list({ db }: OperatorShop): Promise<Answer> {
  const waiting = await paymentsForReview(db)
  const held = await Promise.all(
    waiting.held.map(async (attempt) => ({ ...attempt, ...(await aboutOrder({ db }, attempt.order_id)) })),
  )
  const refunds = await Promise.all(
    waiting.refunds.map(async (row) => ({ ...row, ...(await aboutOrder({ db }, row.order_id)) })),
  )
  const heldTable = textTable(
    ['ORDER', 'STATUS', 'HELD SINCE', 'PROVIDER', 'ORDERED', 'PAID', 'PAYMENT', 'REASON'],
    held.map((each) => [
      each.order,
      each.order_status,
      minuteOf(each.updated_at),
      each.provider,
      plainAmount(each.amount, each.currency),
      plainAmount(each.authorized, each.currency),
      each.id,
      each.why,
    ]),
  )
  const refundTable = textTable(
    ['ORDER', 'REQUESTED', 'AMOUNT', 'STATUS', 'REFUSALS', 'REFUND', 'ERROR'],
    refunds.map((each) => [
      each.order,
      minuteOf(each.created_at),
      plainAmount(each.amount, each.currency),
      each.status,
      String(each.refusals),
      each.id,
      each.error ?? '',
    ]),
  )
  const lines = [
    ...(held.length > 0 ? ['Held payments', ...heldTable] : []),
    ...(refunds.length > 0 ? ['Refused refunds', ...refundTable] : []),
  ]
  return { data: { held, refunds }, lines: lines.length > 0 ? lines : ['No payment needs review.'] }
}

async function aboutOrder(
  { db }: Pick<OperatorShop, 'db'>,
  orderId: string,
): Promise<{ order: string; order_status: string; why: string }> {
  const order = await orderById(db, orderId)
  const why = (await orderEventRows(db, orderId))
    .findLast(({ note }) => note.startsWith('held: '))
    ?.note.slice('held: '.length)
  return { order: order?.number ?? '', order_status: order?.status ?? '', why: why ?? '' }
}

async function show(shop: OperatorShop, given: Given): Promise<Answer> {
  const order = await namedOrder(shop, given)
  const { attempts, refunds, refundable } = await orderPayments(shop.db, order.id)
  const history = await orderEventRows(shop.db, order.id)
  const money = (minor: number) => plainAmount(minor, order.currency)
  const lines = [
    `Order ${order.number}  ${order.status}  ${money(order.total)}  ${money(refundable)} refundable`,
    '',
    'Payments',
    ...textTable(
      ['PAYMENT', 'PROVIDER', 'STATUS', 'ORDERED', 'AUTHORIZED', 'CAPTURED', 'REFUNDED', 'REFERENCE'],
      attempts.map((each) => [
        each.id,
        each.provider,
        each.status,
        money(each.amount),
        money(each.authorized),
        money(each.captured),
        money(each.refunded),
        each.payment_reference ?? '',
      ]),
    ),
    ...(refunds.length > 0
      ? [
          '',
          'Refunds',
          ...textTable(
            ['REFUND', 'REQUESTED', 'STATUS', 'AMOUNT', 'REASON', 'ERROR'],
            refunds.map((each) => [
              each.id,
              minuteOf(each.created_at),
              each.status,
              money(each.amount),
              each.reason,
              each.error ?? '',
            ]),
          ),
        ]
      : []),
    '',
    'History',
    ...textTable(
      ['AT', 'WHO', 'STATUS', 'NOTE'],
      history.map((each) => [minuteOf(each.at), each.actor, each.to_status, each.note]),
    ),
  ]
  return { data: { number: order.number, status: order.status, attempts, refunds, refundable, history }, lines }
}

async function accept(shop: OperatorShop, given: Given): Promise<Answer> {
  const { order, attempt, amount } = await acceptHeld(shop, {
    attemptId: (await namedHeld(shop, given)).id,
    actor: actorOf(given),
  })
  const rest = amount > 0 ? ` The excess of ${plainAmount(amount, attempt.currency)} is refunded.` : ''
  return {
    data: { number: order.number, status: order.status, payment: attempt.id, given_back: amount },
    lines: [`Order ${order.number} is ${order.status}.${rest}`],
  }
}

async function refund(shop: OperatorShop, given: Given): Promise<Answer> {
  const { order, attempt, amount } = await refundHeld(shop, {
    attemptId: (await namedHeld(shop, given)).id,
    actor: actorOf(given),
    reason: textOf(given, 'reason') ?? '',
  })
  return {
    data: { number: order.number, status: order.status, payment: attempt.id, given_back: amount },
    lines: [`${plainAmount(amount, attempt.currency)} for order ${order.number} is refunded.`],
  }
}

async function close(shop: OperatorShop, given: Given): Promise<Answer> {
  const reason = textOf(given, 'reason')
  if (!reason) throw new OperatorError('Say with --reason how it was settled.')
  const { order, attempt } = await closeHeld(shop, {
    attemptId: (await namedHeld(shop, given)).id,
    actor: actorOf(given),
    reason,
  })
  return {
    data: { number: order.number, payment: attempt.id },
    lines: [`The payment for order ${order.number} is closed.`],
  }
}

async function retry(shop: OperatorShop, given: Given): Promise<Answer> {
  const [refused] = given.words
  if (refused === undefined) throw new OperatorError('Name the refund by its id, which "payment list" shows.')
  const bankReference = textOf(given, 'bank')
  const by = bankReference === undefined ? {} : { bankReference }
  const { refundId, orderId } = await repeatRefund(shop, { refundId: refused, actor: actorOf(given), ...by })
  const number = (await orderById(shop.db, orderId))?.number ?? ''
  const done = bankReference === undefined ? 'requested again' : `paid by the bank transfer ${bankReference}`
  return { data: { number, refund: refundId }, lines: [`The refund for order ${number} is ${done}.`] }
}

/** The held payment, given by its order's number or its own id. */
async function namedHeld({ db }: OperatorShop, { words: [name] }: Given): Promise<AttemptRow> {
  if (name === undefined) throw new OperatorError("Name the payment by its order's number or its id.")
  const order = await orderByNumber(db, name.replace(/^#/, ''))
  const found = (await paymentsForReview(db)).held.filter(
    ({ id, order_id: orderId }) => id === name || orderId === order?.id,
  )
  const [only] = found
  if (!only) throw new OperatorError(`There is no held payment ${name}.`)
  if (found.length > 1)
    throw new OperatorError(
      `Order ${name} has several held payments: name one of ${found.map(({ id }) => id).join(', ')}.`,
    )
  return only
}
