import { subscriptionNews } from '../../platform/outbox/effect-kinds.ts'
import { customersMergedMail } from '../mail/accounts/customers-merged.ts'
import { emailChangeMail } from '../mail/accounts/email-change.ts'
import { loginLinkMail, passwordChangedMail } from '../mail/accounts/login-link.ts'
import { invitationMail } from '../mail/accounts/organization-invitation.ts'
import { backInStockMail, confirmAlertMail } from '../mail/back-in-stock.ts'
import { giftCardMail } from '../mail/gift-card.ts'
import { requestClosedMail, requestReceivedMail } from '../mail/part-request.ts'
import { quoteAnsweredMail, quoteTerms } from '../mail/quote-answered.ts'
import { isOver, subscriptionMail, type SubscriptionMail } from '../mail/subscription.ts'
import { unsubscribeLinksMail } from '../mail/unsubscribe-links.ts'
import type { SampleMail } from './order-samples.ts'

const login =
  (purpose: Parameters<typeof loginLinkMail>[1]): SampleMail =>
  (texts, { link, email: account }) =>
    loginLinkMail(texts, purpose, { link, account })

const quote =
  (isRequested: boolean): SampleMail =>
  (texts, { number, other, link, message: typed, day: date, goods, country }) =>
    quoteAnsweredMail(texts, {
      number,
      typed,
      link,
      priced: {
        date,
        request: isRequested ? other : undefined,
        blocks: [goods, ...quoteTerms(texts.t, { left: isRequested ? 2 : 1, country, isNet: !isRequested })],
      },
    })

const invited =
  (hasAccount: boolean): SampleMail =>
  (texts, { organization, link }) =>
    invitationMail(texts, { organization, hasAccount, link })

const subscribed =
  (
    news: SubscriptionMail['news'],
    own: Pick<SubscriptionMail, 'isUnsold' | 'supply' | 'money' | 'address' | 'isByStaff'> = {},
  ): SampleMail =>
  (texts, { part, day: date, amount: total, number, link }) =>
    subscriptionMail(texts, {
      news,
      values: { name: part.name, quantity: 2, days: 60, date, total, left: 1, number },
      pay: news === 'payment_due' ? link : undefined,
      manage: isOver(news) ? undefined : link,
      ...own,
    })

const codes = (amount: string) => [{ amount, code: 'ABCD-EFGH-JKLM-NPQR' }]

/** Samples of the mails to customers that are not about an order, each case that has sentences of its own. */
export const customerSamples = {
  login_link: [login('register'), login('known'), login('reset'), login('email')],
  password_changed: [(texts) => passwordChangedMail(texts)],
  email_change_asked: [(texts, { email: to, link }) => emailChangeMail(texts, 'asked', { to, link })],
  email_changed: [(texts, { email: to, link }) => emailChangeMail(texts, 'changed', { to, link })],
  customers_merged: (['account', 'guest', 'kept'] as const).map(
    (whose): SampleMail =>
      (texts, { email }) =>
        customersMergedMail(texts, { email, other: email, whose }),
  ),
  organization_invitation: [invited(true), invited(false)],
  quote_priced: [quote(false), quote(true)],
  quote_rejected: [(texts, { number, message: typed, link }) => quoteAnsweredMail(texts, { number, typed, link })],
  request_received: [
    (texts, { number, units }) => requestReceivedMail(texts, { number, units, others: 2 }),
    (texts, { number, units }) => requestReceivedMail(texts, { number, units, others: 1 }),
    (texts, { number }) => requestReceivedMail(texts, { number, units: [], others: 2 }),
    (texts, { number }) => requestReceivedMail(texts, { number, units: [], others: 1 }),
  ],
  request_closed: [(texts, { number, message: reason }) => requestClosedMail(texts, { number, reason })],
  gift_card: [
    (texts, { number, amount, day: date }) => giftCardMail(texts, { number, codes: codes(amount), date }),
    (texts, { amount, day: date }) => giftCardMail(texts, { codes: codes(amount), date }),
  ],
  subscription: [
    subscribed('started'),
    subscribed('upcoming', { money: 'card' }),
    subscribed('upcoming', { money: 'link' }),
    subscribed('upcoming', { supply: 'none' }),
    subscribed('upcoming', { supply: 'fewer' }),
    subscribed('payment_due', { money: 'declined' }),
    ...subscriptionNews
      .filter((news) => ['renewed', 'unavailable', 'unpaid', 'ended', 'cancelled', 'fewer', 'continued'].includes(news))
      .map((news) => subscribed(news)),
    subscribed('unavailable', { isUnsold: true }),
    subscribed('changed', { address: ['Kim Ek', 'Storgatan 1', '111 22 Stockholm'] }),
    subscribed('changed', { address: ['Kim Ek', 'Storgatan 1', '111 22 Stockholm'], isByStaff: true }),
  ],
  stock_alert: [(texts, { part, link }) => confirmAlertMail(texts, { ...part, link })],
  back_in_stock: [(texts, { part, link, amount: price }) => backInStockMail(texts, { ...part, link, price })],
  unsubscribe_links: [
    (texts, { part, link: href }) => unsubscribeLinksMail(texts, [{ href }, { name: part.name, href }]),
  ],
  // The words of the footer are shown with a mail that has them.
  footer: [(texts, { part, link, amount: price }) => backInStockMail(texts, { ...part, link, price })],
} as const satisfies Record<string, readonly SampleMail[]>
