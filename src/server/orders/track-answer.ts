import type { TrackAnswer } from '../../contracts/track-order.ts'
import { isWithin } from '../http/rate-limit.ts'
import { newId } from '../ids.ts'
import { addToOutbox } from '../outbox/queries.ts'
import type { Shop } from '../shop.ts'
import { trackOrder } from './order-page.ts'

/** A request to the track-order screen: a postal code shows the status, an e-mail address asks for a link; guesses are limited per address. */
export async function trackAnswer(shop: Shop, request: Request, clientAddress: string): Promise<TrackAnswer> {
  if (request.method !== 'POST') return { kind: 'asked', number: '' }
  const form = await request.formData().catch(() => new FormData())
  const number = String(form.get('number') ?? '').slice(0, 40)
  if (!await isWithin(shop.limits.trackOrder, clientAddress)) return { kind: 'too_many', number }
  const email = form.get('email')
  if (typeof email === 'string') return mailLink(shop, number, email)
  const order = await trackOrder(shop, number, String(form.get('postal_code') ?? ''))
  return order ? { kind: 'found', number, order } : { kind: 'not_found', number }
}

/** One answer for every number and address: whether they belong together is looked up when the mail is written. An address gets few such mails an hour. */
async function mailLink(shop: Shop, number: string, email: string): Promise<TrackAnswer> {
  const payload = { number: number.trim().replace(/^#/, ''), email: email.trim().slice(0, 254) }
  if (await isWithin(shop.limits.loginMailsByAccount, `order ${payload.email.toLowerCase()}`)) {
    const effect = { kind: 'mail.order_link', dedupeKey: `mail.order_link:${newId()}`, payload }
    await shop.db.transaction().execute((trx) => addToOutbox(trx, effect, shop.now()))
  }
  return { kind: 'mailed', number }
}
