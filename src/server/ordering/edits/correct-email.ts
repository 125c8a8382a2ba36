import { moveSubscriptionsOfOrder } from '../../identity/login/move-subscriptions-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { queueCardMail } from '../gift-cards/issue-card.ts'
import { sendAllAgain } from '../order-mails/order-mails.ts'
import { OrderError } from '../orders/order-error.ts'
import { appendOrderEvent } from '../orders/order-history.ts'
import type { OrderRow } from '../orders/queries.ts'
import { lockOrder } from '../orders/transition.ts'
import type { Shop } from '../shop.ts'
import { hasGiftCards, readdressGiftCards, readdressOrder } from './edit-queries.ts'

/**
 * `email` is a checked address in small letters. `mayMoveCards` says whether the person may give gift cards, because
 * those of the order go to the new address; `sendsAgain` whether the mails that the former address got are sent to the
 * right one.
 */
type Correction = { orderId: string; actor: string; email: string; mayMoveCards: boolean; sendsAgain: boolean }

/**
 * Writes the right e-mail address of a guest's order, who had misspelt it: mails go there from now on, with those of
 * the subscriptions that the order began or renewed. Whoever has the former address may have got a link to the order:
 * the links that were sent and the sessions that they opened end, and so do the codes of its gift cards, for which new
 * ones are mailed. The former address is told, without the new one. Throws OrderError for an order of an account, whose
 * customer changes the address, for one whose buyer was erased, and for gift cards that the person may not move.
 */
export async function correctEmail(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { orderId, actor, email, mayMoveCards, sendsAgain }: Correction,
): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, at)
    if (order.customer_id !== null || order.email === '')
      throw new OrderError('not_possible', `Order ${order.number} is not a guest's.`)
    if (order.email === email) throw new OrderError('nothing_changed', `Order ${order.number} has that address.`)
    if (!mayMoveCards && (await hasGiftCards(trx, orderId)))
      throw new OrderError('gift_cards_go_along', `Order ${order.number} has gift cards.`)
    await readdressOrder(trx, order, email)
    await moveSubscriptionsOfOrder(trx, { orderId, from: order.email, to: email })
    for (const cardId of await readdressGiftCards(trx, order, email)) await queueCardMail(trx, cardId, at)
    if (sendsAgain) await sendAllAgain(trx, { ...order, email }, at)
    await tellFormer(trx, order, at)
    await appendOrderEvent(trx, order, { actor, now: at, note: 'e-mail address corrected' })
  })
}

/** One that was not misspelt has a buyer who learns that somebody changed it. */
function tellFormer(trx: DatabaseTransaction, { id: orderId, number, email, language }: OrderRow, at: Date) {
  const payload = { orderId, number, email, language }
  return addToOutbox(
    trx,
    { kind: 'mail.order_readdressed', dedupeKey: `mail.order_readdressed:${newId()}`, payload },
    at,
  )
}
