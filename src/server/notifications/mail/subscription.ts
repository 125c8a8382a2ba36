import { soldCountry } from '../../../domain/settings/sales.ts'
import { countryName, formatDate } from '../../../i18n/formats.ts'
import { exactSum } from '../../../i18n/money.ts'
import type { TextKey } from '../../../i18n/translator.ts'
import { href } from '../../../routes.ts'
import { newMailToken } from '../../identity/login/mail-links.ts'
import { latestOrderOf, orderById } from '../../ordering/orders/queries.ts'
import { renewalPaymentMethod, type RenewalPaymentMethod } from '../../ordering/renewals/payment-choice.ts'
import { priceRenewal, renewalMethod, storedForm } from '../../ordering/renewals/renewal-order.ts'
import { addressRows } from '../../ordering/renewals/subscription-views.ts'
import type { Shop } from '../../ordering/shop.ts'
import { subscriptionById, type SubscriptionRow } from '../../ordering/subscriptions/queries.ts'
import type { SubscriptionNews } from '../../ordering/subscriptions/subscription-mail.ts'
import type { EffectPayload } from '../../platform/outbox/effect-kinds.ts'
import { sendMail } from './send-mail.ts'
import { action, text, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

const texts = {
  started: { subject: 'mail:subscription.started_subject', text: 'mail:subscription.started' },
  upcoming: { subject: 'mail:subscription.upcoming_subject', text: 'mail:subscription.upcoming' },
  renewed: { subject: 'mail:subscription.renewed_subject', text: 'mail:subscription.renewed' },
  payment_due: { subject: 'mail:subscription.payment_due_subject', text: 'mail:subscription.payment_due' },
  unavailable: { subject: 'mail:subscription.unavailable_subject', text: 'mail:subscription.unavailable' },
  unpaid: { subject: 'mail:subscription.unpaid_subject', text: 'mail:subscription.unpaid' },
  ended: { subject: 'mail:subscription.ended_subject', text: 'mail:subscription.ended' },
  cancelled: { subject: 'mail:subscription.ended_subject', text: 'mail:subscription.cancelled' },
  fewer: { subject: 'mail:subscription.fewer_subject', text: 'mail:subscription.fewer' },
  continued: { subject: 'mail:subscription.continued_subject', text: 'mail:subscription.continued' },
  changed: { subject: 'mail:subscription.fewer_subject', text: 'mail:subscription.changed' },
} as const

const paymentMethodTexts: Record<RenewalPaymentMethod, TextKey | undefined> = {
  card: 'mail:subscription.by_card',
  link: 'mail:subscription.by_link',
  bill: undefined,
}

/** What the order costs, in the mails that do not say it in their first sentence. */
const costTexts: Partial<Record<SubscriptionNews, TextKey>> = {
  started: 'mail:subscription.started_cost',
  payment_due: 'mail:subscription.payment_due_cost',
  renewed: 'mail:subscription.renewed_cost',
  changed: 'mail:subscription.changed_cost',
}

/** What can be done where it is not the usual. */
const manageTexts: Partial<Record<SubscriptionNews, TextKey>> = { unpaid: 'mail:subscription.resume' }

const supplyTexts = {
  none: 'mail:subscription.upcoming_none',
  fewer: 'mail:subscription.upcoming_fewer',
} as const

type Payload = EffectPayload<'mail.subscription'>

export type SubscriptionMail = {
  news: SubscriptionNews
  /** Whether the shop no longer sells to the country of the subscriber. */
  isUnsold?: boolean
  /** The next order cannot be placed now, or has fewer units than were subscribed to. */
  supply?: 'none' | 'fewer' | undefined
  values: Readonly<Record<string, string | number>>
  /** How the next order is paid, or that the card was declined. */
  money?: RenewalPaymentMethod | 'declined' | undefined
  pay?: string | undefined
  /** Where the subscription is changed; one that has ended has nothing to change. */
  manage?: string | undefined
  /** Rows of the address, where it may be new. */
  address?: readonly string[] | undefined
  /** Whether staff changed it for the subscriber. */
  isByStaff?: boolean | undefined
}

/** Tells whether a subscription has nothing left to change after its news. */
export function isOver(news: SubscriptionNews): boolean {
  return news === 'ended' || news === 'cancelled'
}

export function subscriptionMail({ t, head }: MailTexts, mail: SubscriptionMail): MailContent {
  const { news, isUnsold = false, supply, values, money, pay, manage } = mail
  const said = isUnsold ? 'mail:subscription.unsold' : supply ? supplyTexts[supply] : texts[news].text
  const cost = values['total'] ? costTexts[news] : undefined
  const about = money && (money === 'declined' ? 'mail:subscription.declined' : paymentMethodTexts[money])
  return {
    ...head(texts[news].subject, values),
    blocks: [
      text([t(said, values), ...(cost ? [t(cost, values)] : [])].join(' ')),
      ...sentTo(t, mail),
      ...(about ? [text(t(about))] : []),
      ...(pay === undefined ? [] : [action(t('mail:subscription.pay'), pay)]),
      ...(manage === undefined
        ? []
        : [
            {
              kind: 'action',
              label: t(manageTexts[news] ?? 'mail:subscription.manage'),
              href: manage,
              isQuiet: pay !== undefined,
            } as const,
          ]),
    ],
  }
}

/** Where it is sent from now on, and what to do when somebody else has changed it. */
function sentTo(
  t: MailTexts['t'],
  { address, isByStaff }: Pick<SubscriptionMail, 'address' | 'isByStaff'>,
): MailContent['blocks'] {
  if (!address) return []
  const to = t('mail:subscription.changed_to', { address: address.join(', ') })
  const byWhom = isByStaff ? 'mail:subscription.changed_by_staff' : 'mail:subscription.changed_by_whom'
  return [text(to), text(t(byWhom))]
}

/**
 * Sends a subscriber the mail for `news`, with a link to change or end the subscription unless it has ended; skips news
 * that is out of date.
 */
export async function sendSubscriptionNews(shop: Shop, payload: Payload): Promise<void> {
  const { id, news, due, tries, opened = '' } = payload
  const row = await subscriptionById(shop.db, id)
  if (!row || isOutOfDate(shop, row, payload)) return
  const { language } = row
  const coming = await orderOfNews(shop, row, payload)
  const content = subscriptionMail(await mailTexts(shop, language), {
    news,
    isUnsold: news === 'unavailable' && isUnsold(shop, row),
    supply: coming?.supply,
    values: await valuesOf(shop, row, payload, coming),
    money: news === 'payment_due' ? await declined(shop, payload) : coming?.money,
    pay: news === 'payment_due' ? shop.env.ORIGIN + href(language, 'checkout-id', { id: payload.order }) : undefined,
    address: news === 'changed' ? addressOf(row) : undefined,
    isByStaff: payload.isByStaff,
    manage: isOver(news) ? undefined : shop.env.ORIGIN + (await managePath(shop, row)),
  })
  await sendMail(shop, {
    to: row.email,
    messageId: `subscription-${news}-${id}-${Date.parse(due)}-${tries}-${Date.parse(opened) || 0}`,
    email: { language, ...content },
  })
}

function addressOf(row: SubscriptionRow): string[] {
  return [...addressRows(storedForm(row)), countryName(row.country, row.language)]
}

async function managePath(shop: Shop, { id, language }: SubscriptionRow): Promise<string> {
  return href(language, 'subscription', { id: await newMailToken(shop, { purpose: 'subscription', subject: id }) })
}

/** Tells whether the shop no longer sells to the subscriber's country, so that no order can be placed. */
function isUnsold({ settings }: Shop, { country }: SubscriptionRow): boolean {
  return soldCountry(settings.all.sales, country) === undefined
}

/** An order is announced while it is the next one, and can be placed. */
function isOutOfDate(shop: Shop, row: SubscriptionRow, { news, due }: Payload): boolean {
  return news === 'upcoming' && (row.status !== 'active' || row.next_at !== due || isUnsold(shop, row))
}

/** Says that the card was declined, where the order that asks for its payment failed. */
async function declined({ db }: Shop, { order }: Payload): Promise<'declined' | undefined> {
  return (await latestOrderOf(db, order))?.status === 'failed' ? 'declined' : undefined
}

/** The facts beside the number of an order. */
const ofOrder: ReadonlySet<SubscriptionNews> = new Set(['renewed', 'ended', 'fewer', 'continued'])

type Coming = Pick<SubscriptionMail, 'supply' | 'money'> & { left: number; total: string }

/** What is known of the order that the news is about: the next one, or the one that was placed. */
async function orderOfNews(shop: Shop, row: SubscriptionRow, { news, order }: Payload): Promise<Coming | undefined> {
  if (news === 'upcoming') return comingOrder(shop, row)
  if (news === 'changed') return row.status === 'active' ? whole(await comingOrder(shop, row)) : undefined
  if (news === 'started') return isUnsold(shop, row) ? undefined : whole(await comingOrder(shop, row))
  if (news !== 'payment_due' && news !== 'renewed') return undefined
  const placed = await (news === 'renewed' ? orderById(shop.db, order) : latestOrderOf(shop.db, order))
  if (!placed) return undefined
  return { left: 0, total: exactSum(placed.total, placed.currency, row.language, placed.reverse_charge === 1) }
}

/** What an order of every unit costs: the stock of now says nothing of the later ones. */
const whole = ({ supply, total, left }: Coming): Coming | undefined => (supply ? undefined : { total, left })

/** What the next order will be and cost, and how it is paid, by what is known of its day and the stock of now. */
async function comingOrder(shop: Shop, row: SubscriptionRow): Promise<Coming> {
  const { quantity, language, currency, next_at: due } = row
  const priced = await priceRenewal(shop, row, new Date(due))
  const { lines, totals, reverseCharge } = priced
  const left = lines.reduce((sum, line) => sum + line.quantity, 0)
  return {
    supply: left === 0 ? 'none' : left < quantity ? 'fewer' : undefined,
    money: left === 0 ? undefined : await renewalPaymentMethod(shop.db, row, await renewalMethod(shop, row, priced)),
    left,
    total: left === 0 ? '' : exactSum(totals.total.inc, currency, language, reverseCharge),
  }
}

async function valuesOf(
  shop: Shop,
  row: SubscriptionRow,
  { news, due, order }: Payload,
  { total, left }: Pick<Coming, 'total' | 'left'> = { total: '', left: 0 },
): Promise<Record<string, string | number>> {
  const { name, quantity, interval_days: days, language } = row
  const date = formatDate(news === 'upcoming' ? due : row.next_at, { language, home: shop.settings.all.home })
  const number = ofOrder.has(news) ? ((await orderById(shop.db, order))?.number ?? '') : ''
  return { name, quantity, days, date, total, left, number }
}
