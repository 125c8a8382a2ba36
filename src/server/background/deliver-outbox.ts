import type { LinkRequest } from '../accounts/ask-for-link.ts'
import { sendLoginChanged, sendLoginLink } from '../mail/login-link.ts'
import { sendOrderCancelled } from '../mail/order-cancelled.ts'
import { sendOrderConfirmed } from '../mail/order-confirmed.ts'
import { sendOrderLink } from '../mail/order-link.ts'
import { sendOrderShipped } from '../mail/order-shipped.ts'
import { sendOrganizationInvitation } from '../mail/organization-invitation.ts'
import { sendQuoteAnswered } from '../mail/quote-answered.ts'
import { sendRefunded } from '../mail/refunded.ts'
import { sendReturnRequested } from '../mail/return-requested.ts'
import { sendWithdrawalReceipt } from '../mail/withdrawal-receipt.ts'
import { paymentEffects } from '../payments/effects.ts'
import type { Shop } from '../shop.ts'
import { promiseEffects } from './promise-effects.ts'
import { claimEffect, dueEffects, finishEffect, postponeEffect, type EffectRow, type Lane } from './queries.ts'

type Handler = (shop: Shop, payload: Record<string, string>) => Promise<void>

const handlers: Record<string, Handler> = {
  ...paymentEffects,
  ...promiseEffects,
  'mail.order_confirmed': (shop, { orderId = '' }) => sendOrderConfirmed(shop, orderId),
  'mail.order_shipped': (shop, { shipmentId = '' }) => sendOrderShipped(shop, shipmentId),
  'mail.order_cancelled': (shop, { orderId = '', refundId = '' }) => sendOrderCancelled(shop, orderId, refundId),
  'mail.refunded': (shop, { refundId = '' }) => sendRefunded(shop, refundId),
  'mail.return_requested': (shop, { returnId = '' }) => sendReturnRequested(shop, returnId),
  'mail.withdrawal_receipt': (shop, { orderId = '', returnIds = '' }) => sendWithdrawalReceipt(shop, orderId, returnIds.split(',')),
  'mail.order_link': (shop, { number = '', email = '' }) => sendOrderLink(shop, number, email),
  'mail.login_link': (shop, request) => sendLoginLink(shop, request as LinkRequest),
  'mail.password_changed': (shop, payload) => sendLoginChanged(shop, 'password', payload),
  'mail.email_changed': (shop, payload) => sendLoginChanged(shop, 'email', payload),
  'mail.organization_invitation': (shop, { invitationId = '' }) => sendOrganizationInvitation(shop, invitationId),
  'mail.quote_priced': (shop, { quoteId = '' }) => sendQuoteAnswered(shop, quoteId, 'priced'),
  'mail.quote_rejected': (shop, { quoteId = '' }) => sendQuoteAnswered(shop, quoteId, 'rejected'),
}

const claimSeconds = 120
const longestWaitSeconds = 3600

/** Carries out what is due, each effect by one process; failures are tried again later and later. Gives how many were done. */
export async function deliverOutbox(shop: Shop, lane?: Lane): Promise<number> {
  const due = await dueEffects(shop.db, shop.now().toISOString(), 50, lane)
  if (lane === 'payments') return sum(await Promise.all(due.map((effect) => deliver(shop, effect))))
  let done = 0
  for (const effect of due) done += await deliver(shop, effect)
  return done
}

async function deliver(shop: Shop, effect: EffectRow): Promise<number> {
  return await claimEffect(shop.db, effect, inSeconds(shop, claimSeconds)) ? carryOut(shop, effect) : 0
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

async function carryOut(shop: Shop, effect: EffectRow): Promise<0 | 1> {
  try {
    const handler = handlers[effect.kind]
    if (!handler) throw new Error(`No handler for ${effect.kind}.`)
    await handler(shop, JSON.parse(effect.payload) as Record<string, string>)
    await finishEffect(shop.db, effect.id, shop.now().toISOString())
    return 1
  } catch (error) {
    shop.log.error({ err: error, effect: effect.id, kind: effect.kind }, 'an effect failed and will be tried again')
    const wait = Math.min(longestWaitSeconds, 2 ** Math.min(effect.attempts, 12) * 5)
    await postponeEffect(shop.db, effect.id, inSeconds(shop, wait), String(error).slice(0, 500))
    return 0
  }
}

function inSeconds({ now }: Shop, seconds: number): string {
  return new Date(now().getTime() + seconds * 1000).toISOString()
}
