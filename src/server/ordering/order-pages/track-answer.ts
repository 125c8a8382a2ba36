import { trackOrderForm, type TrackAnswer } from '../../../contracts/customer-pages/track-order.ts'
import { isWithin } from '../../platform/http/limits/rate-limit.ts'
import { shown, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import { newId } from '../../platform/ids.ts'
import type { Effect } from '../../platform/outbox/effect-kinds.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import type { Shop } from '../shop.ts'
import { orderNumberIn, trackOrder } from '../orders/order-page.ts'

/**
 * Answers the order tracking page: a postal code shows the status, an e-mail address requests a link. Wrong guesses are
 * limited by network and by order number, whether or not the order exists.
 */
export async function trackAnswer(
  shop: Shop,
  request: Request,
  clientAddress: string,
): Promise<PageResult<TrackAnswer>> {
  const answer = await answerTo(shop, request, clientAddress)
  return shown(answer, answer.kind === 'too_many' ? 429 : 200)
}

async function answerTo(shop: Shop, request: Request, clientAddress: string): Promise<TrackAnswer> {
  if (request.method !== 'POST') return { kind: 'asked', number: '' }
  const { number, postal_code: postalCode, email } = await readForm(request, trackOrderForm)
  if (!(await isWithin(shop.limits.trackOrder, clientAddress))) return { kind: 'too_many', number }
  return email === undefined ? status(shop, clientAddress, number, postalCode) : mailLink(shop, number, email)
}

async function status(shop: Shop, clientAddress: string, number: string, postalCode: string): Promise<TrackAnswer> {
  const { trackOrder: byNetwork, trackOrderByNumber: byNumber } = shop.limits
  const key = orderNumberIn(number)
  if (!(await isWithin(byNumber, key))) return { kind: 'too_many', number }
  const order = await trackOrder(shop, number, postalCode)
  if (!order) return { kind: 'not_found', number }
  await byNetwork.refund(clientAddress)
  await byNumber.refund(key)
  return { kind: 'found', number, order }
}

/**
 * Requests a mail with a link to the order. The answer is always the same, because number and address are compared when
 * the mail is written. An address gets few such mails an hour.
 */
async function mailLink(shop: Shop, number: string, email: string): Promise<TrackAnswer> {
  const payload = { number: orderNumberIn(number), email: email.trim().slice(0, 254) }
  if (await isWithin(shop.limits.loginMailsByAccount, `order ${payload.email}`)) {
    const effect: Effect = { kind: 'mail.order_link', dedupeKey: `mail.order_link:${newId()}`, payload }
    await shop.db.transaction().execute((trx) => addToOutbox(trx, effect, shop.now()))
  }
  return { kind: 'mailed', number }
}
