import type { LinkRequest } from '../identity/login/ask-for-link.ts'
import { sendEmailChange, type EmailChange } from '../notifications/mail/email-change.ts'
import { sendLoginLink, sendPasswordChanged } from '../notifications/mail/login-link.ts'
import { sendOrderCancelled } from '../notifications/mail/order-cancelled.ts'
import { sendOrderConfirmed } from '../notifications/mail/order-confirmed.ts'
import { sendOrderLink } from '../notifications/mail/order-link.ts'
import { sendOrderShipped } from '../notifications/mail/order-shipped.ts'
import { sendOrganizationInvitation } from '../notifications/mail/organization-invitation.ts'
import { sendQuoteAnswered } from '../notifications/mail/quote-answered.ts'
import { sendRefunded } from '../notifications/mail/refunded.ts'
import { sendReturnRequested } from '../notifications/mail/return-requested.ts'
import { tellOfHold, tellOfQuote, tellOfReturn } from '../notifications/mail/tell-operator.ts'
import { sendUnsubscribeLinks } from '../notifications/mail/unsubscribe-links.ts'
import { sendWithdrawalLink } from '../notifications/mail/withdrawal-link.ts'
import { sendWithdrawalReceipt } from '../notifications/mail/withdrawal-receipt.ts'
import { paymentEffects } from '../ordering/payment/effects.ts'
import type { Shop } from '../shop.ts'
import { followUpEffects } from './follow-up-effects.ts'
import {
  claimEffect,
  dueEffects,
  finishEffect,
  giveUpEffect,
  postponeEffect,
  type EffectRow,
  type Lane,
} from './queries.ts'

/** `effectId` names a mail that is about nothing with a name of its own. */
type Handler = (shop: Shop, payload: Record<string, string>, effectId: string) => Promise<void>

const handlers: Record<string, Handler> = {
  ...paymentEffects,
  ...followUpEffects,
  'mail.order_confirmed': (shop, { orderId = '' }) => sendOrderConfirmed(shop, orderId),
  'mail.order_shipped': (shop, { shipmentId = '' }) => sendOrderShipped(shop, shipmentId),
  'mail.order_cancelled': (shop, { orderId = '', refundId = '' }) => sendOrderCancelled(shop, orderId, refundId),
  'mail.refunded': (shop, { refundId = '' }) => sendRefunded(shop, refundId),
  'mail.return_requested': (shop, { returnId = '' }) => sendReturnRequested(shop, returnId),
  'mail.unsubscribe_links': (shop, { email = '', language = '' }, effectId) =>
    sendUnsubscribeLinks(shop, { email, language }, effectId),
  'mail.withdrawal_link': (shop, { number = '', email = '', askedAt = '' }, effectId) =>
    sendWithdrawalLink(shop, { number, email, askedAt }, effectId),
  'mail.withdrawal_receipt': (shop, { orderId = '', returnIds = '' }) =>
    sendWithdrawalReceipt(shop, orderId, returnIds.split(',')),
  'mail.operator_hold': (shop, { orderId = '' }) => tellOfHold(shop, orderId),
  'mail.operator_return': (shop, { returnId = '' }) => tellOfReturn(shop, returnId),
  'mail.operator_quote': (shop, { quoteId = '' }) => tellOfQuote(shop, quoteId),
  'mail.order_link': (shop, { number = '', email = '' }, effectId) => sendOrderLink(shop, { number, email }, effectId),
  'mail.login_link': (shop, request, effectId) => sendLoginLink(shop, request as LinkRequest, effectId),
  'mail.password_changed': (shop, { email = '', language = '' }, effectId) =>
    sendPasswordChanged(shop, { email, language }, effectId),
  'mail.email_change_asked': (shop, payload, effectId) => sendEmailChange(shop, 'asked', changeIn(payload), effectId),
  'mail.email_changed': (shop, payload, effectId) => sendEmailChange(shop, 'changed', changeIn(payload), effectId),
  'mail.organization_invitation': (shop, { invitationId = '' }) => sendOrganizationInvitation(shop, invitationId),
  'mail.quote_priced': (shop, { quoteId = '' }) => sendQuoteAnswered(shop, quoteId, 'priced'),
  'mail.quote_rejected': (shop, { quoteId = '' }) => sendQuoteAnswered(shop, quoteId, 'rejected'),
}

function changeIn({ customerId = '', email = '', to = '', language = '' }: Record<string, string>): EmailChange {
  return { customerId, email, to, language }
}

const claimSeconds = 120
const longestWaitSeconds = 3600
/** A mail that no server has taken for so long is given up, as mail servers do; everything else is tried for ever. */
const mailDays = 4

/**
 * Carries out what is due, each effect by one process; failures are tried again later and later. Gives how many were
 * done.
 */
export async function deliverOutbox(shop: Shop, lane?: Lane): Promise<number> {
  const due = await dueEffects(shop.db, shop.now().toISOString(), 50, lane)
  if (lane === 'payments') return sum(await Promise.all(due.map((effect) => deliver(shop, effect))))
  let done = 0
  for (const effect of due) done += await deliver(shop, effect)
  return done
}

async function deliver(shop: Shop, effect: EffectRow): Promise<number> {
  return (await claimEffect(shop.db, effect, inSeconds(shop, claimSeconds))) ? carryOut(shop, effect) : 0
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

async function carryOut(shop: Shop, effect: EffectRow): Promise<0 | 1> {
  try {
    const handler = handlers[effect.kind]
    if (!handler) throw new Error(`No handler for ${effect.kind}.`)
    await handler(shop, JSON.parse(effect.payload) as Record<string, string>, effect.id)
    await finishEffect(shop.db, effect.id, shop.now().toISOString())
    return 1
  } catch (error) {
    await tryLater(shop, effect, error)
    return 0
  }
}

async function tryLater(shop: Shop, effect: EffectRow, error: unknown): Promise<void> {
  const about = { err: error, effect: effect.id, kind: effect.kind }
  const reason = String(error).slice(0, 500)
  if (effect.kind.startsWith('mail.') && effect.created_at <= inSeconds(shop, -mailDays * 86_400)) {
    shop.log.error(about, 'a mail could not be sent for days and is given up')
    await giveUpEffect(shop.db, effect, shop.now().toISOString(), reason)
    return
  }
  shop.log.error(about, 'an effect failed and will be tried again')
  const wait = Math.min(longestWaitSeconds, 2 ** Math.min(effect.attempts, 12) * 5)
  await postponeEffect(shop.db, effect, inSeconds(shop, wait), reason)
}

function inSeconds({ now }: Shop, seconds: number): string {
  return new Date(now().getTime() + seconds * 1000).toISOString()
}
