import type { APIContext } from 'astro'
import { trackOrderForm, type TrackAnswer } from '../../../contracts/customer-pages/track-order.ts'
import { isEmail } from '../../../domain/visitors/emails.ts'
import { rememberTracked, trackingMark } from '../../identity/sessions/known-orders.ts'
import { isWithin, mayMailLink, type RateLimit } from '../../platform/http/limits/rate-limit.ts'
import { privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import { newId } from '../../platform/ids.ts'
import type { Effect } from '../../platform/outbox/effect-kinds.ts'
import { addToOutbox } from '../../platform/outbox/queries.ts'
import { parseOrderNumber, trackedOrder } from '../orders/order-page.ts'
import { orderByNumber } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'

type Asker = { clientAddress: string; cookies: APIContext['cookies'] }

/**
 * Answers the order tracking page: a postal code shows the status, an e-mail address requests a link. Wrong guesses are
 * limited by network and by order number, whether or not the order exists. A browser that has placed or tracked the
 * order has a limit of its own instead, so that guesses of strangers do not lock the buyer out.
 */
export async function trackAnswer(shop: Shop, request: Request, asker: Asker): Promise<PageResult<TrackAnswer>> {
  const answer = await answerTo(shop, request, asker)
  return privatePage(answer, answer.kind === 'too_many' ? 429 : 200)
}

async function answerTo(shop: Shop, request: Request, asker: Asker): Promise<TrackAnswer> {
  if (request.method !== 'POST') return { kind: 'asked', number: '' }
  const { number, postal_code: postalCode, email } = await readForm(request, trackOrderForm)
  if (email === undefined) return answerStatus(shop, asker, number, postalCode)
  return (await isWithin(shop.limits.trackOrder, asker.clientAddress))
    ? mailLink(shop, number, email)
    : { kind: 'too_many', number }
}

async function answerStatus(shop: Shop, asker: Asker, number: string, postalCode: string): Promise<TrackAnswer> {
  const order = await orderByNumber(shop.db, parseOrderNumber(number))
  const limits = limitsOf(shop, asker, parseOrderNumber(number), order)
  for (const { limit, key } of limits) if (!(await isWithin(limit, key))) return { kind: 'too_many', number }
  const tracked = order && trackedOrder(order, postalCode)
  if (!order || !tracked) return { kind: 'not_found', number }
  for (const { limit, key } of limits) await limit.refund(key)
  rememberTracked(shop, asker.cookies, order)
  return { kind: 'found', number, order: tracked }
}

function limitsOf(
  shop: Shop,
  { clientAddress, cookies }: Asker,
  number: string,
  order: { id: string } | undefined,
): readonly { limit: RateLimit; key: string }[] {
  const { trackOrder: byNetwork, trackOrderByNumber: byNumber, trackOrderByBrowser: byBrowser } = shop.limits
  const mark = order && trackingMark(shop, cookies, order)
  if (mark !== undefined) return [{ limit: byBrowser, key: mark }]
  return [
    { limit: byNetwork, key: clientAddress },
    { limit: byNumber, key: number },
  ]
}

/**
 * Requests a mail with a link to the order. The answer is always the same, because number and address are compared when
 * the mail is written. An address gets few such mails an hour about an order.
 */
async function mailLink(shop: Shop, number: string, email: string): Promise<TrackAnswer> {
  const payload = { number: parseOrderNumber(number), email: email.trim().slice(0, 254) }
  if (isEmail(payload.email) && (await mayMailLink(shop.limits, `order ${payload.number} ${payload.email}`))) {
    const effect: Effect = { kind: 'mail.order_link', dedupeKey: `mail.order_link:${newId()}`, payload }
    await shop.db.transaction().execute((trx) => addToOutbox(trx, effect, shop.now()))
  }
  return { kind: 'mailed', number }
}
