import type { OrderMailKind } from '../../../contracts/console/orders.ts'
import { wasConfirmed } from '../../../domain/orders/order-status.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { readPayload, type Effect } from '../../platform/outbox/effect-kinds.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { shipmentsOf } from '../orders/fulfilment-queries.ts'
import { OrderError } from '../orders/order-error.ts'
import type { OrderRow } from '../orders/queries.ts'
import { refundsOf } from '../orders/refund-queries.ts'
import type { Shop } from '../shop.ts'
import { mailsNamed, type SentMail } from './order-mail-queries.ts'

type MailEffect = Extract<Effect, { kind: OrderMailKind }>

/** A mail sent at most so many times, the first time included: nobody is mailed without end by a repeated click. */
const maxTimes = 10

/** `key` names it; `at` is when it was last sent or asked for, `times` how often, 0 where no row of it is kept. */
type OrderMail = {
  key: string
  name: OrderMailKind
  times: number
  at: string
  state: 'sent' | 'waiting' | 'given_up'
}

/** The mails that the buyer of an order got, or gets soon, the first written first. */
export async function mailsOfOrder(db: Queryable, order: OrderRow): Promise<OrderMail[]> {
  return (await storedMails(db, order)).map(({ effect, times, last }) => ({
    key: effect.dedupeKey,
    name: effect.kind,
    times,
    at: last?.done_at ?? last?.created_at ?? order.placed_at,
    state: stateOf(last),
  }))
}

/**
 * Sends the mails that the buyer of an order got again, to the address that it has now: one to pay only while the order
 * waits for its payment, and none that was sent too often.
 */
export async function sendAllAgain(trx: DatabaseTransaction, order: OrderRow, now: Date): Promise<void> {
  for (const mail of await storedMails(trx, order)) {
    const isOver = mail.effect.kind === 'mail.order_payment' && order.status !== 'pending_payment'
    if (!isOver && mail.times < maxTimes && stateOf(mail.last) !== 'waiting') await queueAgain(trx, mail, now)
  }
}

/**
 * Sends a mail to the buyer of an order again, by its key. Throws OrderError `mail_unknown`, `mail_waiting` for one
 * that is not sent yet, or `mail_often`.
 */
export async function sendMailAgain(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  order: OrderRow,
  key: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = (await storedMails(trx, order)).find(({ effect }) => effect.dedupeKey === key)
    if (!found) throw new OrderError('mail_unknown', `Order ${order.number} has no mail ${key}.`)
    if (stateOf(found.last) === 'waiting') throw new OrderError('mail_waiting', 'The mail is not sent yet.')
    if (found.times >= maxTimes) throw new OrderError('mail_often', `A mail is sent ${maxTimes} times at most.`)
    await queueAgain(trx, found, now())
  })
}

async function queueAgain(trx: DatabaseTransaction, { effect, times }: Written, now: Date): Promise<void> {
  const again = String(Math.max(1, times) + 1)
  const payload = { ...effect.payload, again }
  await addToOutbox(trx, { ...effect, dedupeKey: `${effect.dedupeKey}:${again}`, payload } as MailEffect, now)
}

function stateOf(row: SentMail | undefined): OrderMail['state'] {
  if (row && row.done_at === null) return 'waiting'
  return row && row.last_error !== null ? 'given_up' : 'sent'
}

type Written = { effect: MailEffect; first: SentMail | undefined; times: number; last: SentMail | undefined }

/** The order's mails with the rows that are kept of them; a confirmation also without one. None once it is erased. */
async function storedMails(db: Queryable, order: OrderRow): Promise<Written[]> {
  if (order.email === '') return []
  const possible = await possibleMails(db, order)
  const rows = new Map((await mailsNamed(db, possible.flatMap(keysOf))).map((row) => [row.dedupe_key, row] as const))
  const all = possible.map((effect): Written => {
    const own = keysOf(effect).map((key) => rows.get(key))
    const last = own.findLastIndex((row) => row !== undefined)
    return { effect, first: own[0], times: last + 1, last: own[last] }
  })
  return all
    .filter(({ effect, times }) => times > 0 || (effect.kind === 'mail.order_confirmed' && wasConfirmed(order.status)))
    .toSorted((one, other) => ((one.first?.created_at ?? '') < (other.first?.created_at ?? '') ? -1 : 1))
}

/** The dedupe keys of each time that a mail is sent: its own, then `:2`, `:3` and so on. */
const keysOf = ({ dedupeKey }: MailEffect): string[] =>
  Array.from({ length: maxTimes }, (_, at) => (at === 0 ? dedupeKey : `${dedupeKey}:${at + 1}`))

async function possibleMails(db: Queryable, { id: orderId }: OrderRow): Promise<MailEffect[]> {
  const cancelledKey = `mail.order_cancelled:${orderId}`
  const [cancelled] = await mailsNamed(db, [cancelledKey])
  const isKept = cancelled && cancelled.payload !== '{}'
  return [
    { kind: 'mail.order_payment', dedupeKey: `mail.order_payment:${orderId}`, payload: { orderId } },
    { kind: 'mail.order_confirmed', dedupeKey: `mail.order_confirmed:${orderId}`, payload: { orderId } },
    ...(await shipmentsOf(db, orderId)).map(({ id }): MailEffect => ({
      kind: 'mail.order_shipped',
      dedupeKey: `mail.order_shipped:${id}`,
      payload: { shipmentId: id },
    })),
    ...(await refundsOf(db, orderId)).map(({ id }): MailEffect => ({
      kind: 'mail.refunded',
      dedupeKey: `mail.refunded:${id}`,
      payload: { refundId: id },
    })),
    ...(isKept
      ? [
          {
            kind: 'mail.order_cancelled',
            dedupeKey: cancelledKey,
            payload: readPayload('mail.order_cancelled', cancelled.payload),
          } as const,
        ]
      : []),
  ]
}
