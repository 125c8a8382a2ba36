import { plainAmount } from '../../../i18n/money.ts'
import type { OrderRow } from '../../../server/ordering/orders/queries.ts'
import type { RefundRow } from '../../../server/ordering/orders/refund-queries.ts'
import { listReturns, returnByNumber, type ReturnRow } from '../../../server/ordering/orders/return-queries.ts'
import { callOffReturn } from '../../../server/ordering/returns/call-off-return.ts'
import { receiveReturn } from '../../../server/ordering/returns/receive-return.ts'
import { refuseRefund } from '../../../server/ordering/returns/refuse-refund.ts'
import {
  actorOf,
  isSet,
  OperatorError,
  textOf,
  wholeNumber,
  type Answer,
  type Given,
  type OperatorShop,
} from '../../operator-command.ts'
import { minuteOf, textTable } from '../../text-table.ts'
import { exchange } from './exchange.ts'
import { namedUnits } from './named.ts'

const statuses = ['requested', 'partly_received', 'received', 'refunded', 'called_off'] as const

/** `order return list|receive|exchange|refuse|call-off`. */
export async function returns(shop: OperatorShop, given: Given): Promise<Answer> {
  const [command, ...words] = given.words
  if (command === 'list') return list(shop, given)
  if (command === 'receive') return receive(shop, { ...given, words })
  if (command === 'exchange') return exchange(shop, await namedReturn(shop, { ...given, words }), { ...given, words })
  if (command === 'call-off') return callOff(shop, { ...given, words })
  if (command === 'refuse') return refuse(shop, { ...given, words })
  throw new OperatorError('Say list, receive, exchange, refuse or call-off.')
}

async function list({ db }: OperatorShop, given: Given): Promise<Answer> {
  const wanted = textOf(given, 'status')
  const status = statuses.find((each) => each === wanted)
  if (wanted !== undefined && !status) throw new OperatorError(`--status must be one of ${statuses.join(', ')}.`)
  const data = await listReturns(db, {
    status,
    limit: wholeNumber(given, 'limit', { min: 1, max: 10_000, otherwise: 50 }),
  })
  const rows = data.map((row) => [
    row.number,
    row.order_number,
    row.kind,
    row.status,
    minuteOf(row.requested_at),
    minuteOf(row.received_at),
  ])
  return { data, lines: textTable(['RETURN', 'ORDER', 'KIND', 'STATUS', 'REGISTERED', 'RECEIVED'], rows) }
}

async function receive(shop: OperatorShop, given: Given): Promise<Answer> {
  const row = await namedReturn(shop, given)
  const units = await namedUnits(shop, row.order_id, given.words.slice(1))
  const done = await receiveReturn(shop, {
    returnId: row.id,
    actor: actorOf(given),
    isRestocked: isSet(given, 'restock', true),
    isRefunded: isSet(given, 'refund', true),
    ...(units ? { units } : {}),
    ...(isSet(given, 'delivery') ? { withDelivery: true } : {}),
  })
  const money = done.refund
    ? ` ${plainAmount(done.refund.amount, done.order.currency)} is paid back ` +
      `(${done.refund.number ?? 'not charged'})${deducted(done.refund, done.order)}.`
    : ''
  const said =
    done.kind === 'already'
      ? `Return ${row.number} was taken in before and is ${done.return.status}.`
      : `Return ${row.number} is ${done.return.status}.${money}`
  return {
    data: {
      number: row.number,
      kind: done.kind,
      return: done.return,
      refund: done.refund ?? null,
      order_status: done.order.status,
    },
    lines: [`${said} Order ${done.order.number} is ${done.order.status}.`],
  }
}

function deducted({ deduction }: RefundRow, { currency }: Pick<OrderRow, 'currency'>): string {
  return deduction > 0
    ? `, ${plainAmount(deduction, currency)} less, since what is kept no longer meets the terms of its discounts`
    : ''
}

async function refuse(shop: OperatorShop, given: Given): Promise<Answer> {
  const row = await namedReturn(shop, given)
  const reason = textOf(given, 'reason')
  if (!reason) throw new OperatorError('Say with --reason why nothing is paid back; the customer reads it.')
  await refuseRefund(shop, { returnId: row.id, reason, actor: actorOf(given) })
  return { data: { number: row.number, reason }, lines: [`Return ${row.number} is not refunded.`] }
}

async function callOff(shop: OperatorShop, given: Given): Promise<Answer> {
  const row = await callOffReturn(shop, { returnId: (await namedReturn(shop, given)).id, actor: actorOf(given) })
  const said =
    row.status === 'called_off'
      ? `Return ${row.number} is called off.`
      : `The rest of return ${row.number} will not come; it is ${row.status}.`
  return { data: row, lines: [said] }
}

async function namedReturn({ db }: OperatorShop, { words: [number] }: Given): Promise<ReturnRow> {
  const row = number === undefined ? undefined : await returnByNumber(db, number.toUpperCase())
  if (!row)
    throw new OperatorError(number === undefined ? 'Name the return by its number.' : `There is no return ${number}.`)
  return row
}
