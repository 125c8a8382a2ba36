import { exactSum } from '../../../i18n/money.ts'
import type { TextKey } from '../../../i18n/translator.ts'
import { href } from '../../../routes.ts'
import { orderLink } from '../../identity/login/links.ts'
import { paymentLink } from '../../ordering/cart/payment-link.ts'
import { exchangeOfOrder } from '../../ordering/exchanges/exchange-queries.ts'
import { orderPage } from '../../ordering/orders/order-page.ts'
import { orderById, type OrderRow } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { goodsBlock, orderFacts, orderNotes } from './order-goods.ts'
import { sendMail, sentAgain } from './send-mail.ts'
import { action, text, type Block, type Fact, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

export type Confirmed = {
  number: string
  /** Whether the order waits for a check. */
  isHeld: boolean
  /** Whether all of it is sent by e-mail, so that nothing is packed. */
  isMailed?: boolean
  exchange?: Exchanged | undefined
  goods: Block
  notes: readonly Block[]
  facts: readonly Fact[]
  follow: string
  terms: string
  mayWithdraw: boolean
}

/** What the order replaces; sums as texts, '' for none, and the address that pays the rest. */
type Exchanged = { return: string; credit: string; rest: string; pay: string }

export function orderConfirmedMail({ t, head }: MailTexts, confirmed: Confirmed): MailContent {
  const { number, exchange, goods, notes, facts, follow, terms, mayWithdraw } = confirmed
  return {
    ...head(exchange ? 'mail:order_exchanged.subject' : 'mail:order_confirmed.subject', { number }),
    blocks: [
      ...(exchange ? exchangeBlocks({ t }, number, exchange) : [text(t(introOf(confirmed), { number }))]),
      goods,
      ...notes,
      { kind: 'facts', facts },
      {
        kind: 'action',
        label: t('mail:order_confirmed.follow'),
        href: follow,
        isQuiet: exchange !== undefined && exchange.rest !== '',
      },
      {
        kind: 'action',
        label: t(mayWithdraw ? 'mail:order_confirmed.terms' : 'page_to_come.terms'),
        href: terms,
        isQuiet: true,
      },
    ],
  }
}

function introOf({ isHeld, isMailed }: Confirmed): TextKey {
  if (isHeld) return 'mail:order_confirmed.intro_hold'
  return isMailed ? 'mail:order_confirmed.intro_mailed' : 'mail:order_confirmed.intro'
}

/** Says what the order replaces, and how it is paid: by what was returned, and a link for the rest. */
function exchangeBlocks({ t }: Pick<MailTexts, 't'>, number: string, exchange: Exchanged): Block[] {
  const { credit, rest, pay } = exchange
  return [
    text(t('mail:order_exchanged.intro', { number, return: exchange.return })),
    ...(credit === '' ? [] : [text(t('mail:order_exchanged.counted', { amount: credit }))]),
    ...(rest === ''
      ? []
      : [text(t('mail:order_exchanged.rest', { amount: rest })), action(t('mail:order_edited.pay'), pay)]),
  ]
}

/**
 * Sends the order confirmation. The message id is derived from the order, so that mail servers can recognize a repeat.
 */
export async function sendOrderConfirmed(shop: Shop, orderId: string, again?: string): Promise<void> {
  const order = await orderById(shop.db, orderId)
  if (!order) return
  const { number, language } = order
  const page = await orderPage(shop.db, order)
  const texts = await mailTexts(shop, language)
  const exchange = await exchangeOfOrder(shop.db, order.id)
  const terms = shop.env.ORIGIN + href(language, 'page', { slug: shop.settings.locale(language).termsURL })
  const content = orderConfirmedMail(texts, {
    number,
    isHeld: order.hold !== null,
    isMailed: page.delivery.kind === 'mail',
    exchange: exchange && (await exchangedFor(shop, order, page.toPay, exchange)),
    goods: goodsBlock(page, order, texts),
    notes: orderNotes(page, order, shop.settings, texts),
    facts: orderFacts(shop, page, order),
    follow: await orderAddress(shop, order),
    terms,
    mayWithdraw: order.customer_kind === 'private',
  })
  await sendMail(shop, {
    to: order.email,
    messageId: sentAgain(`order-confirmed-${order.id}`, again),
    email: { language, ...content },
  })
}

type Exchange = NonNullable<Awaited<ReturnType<typeof exchangeOfOrder>>>

async function exchangedFor(
  shop: Shop,
  order: OrderRow,
  toPay: number,
  { number, credit }: Exchange,
): Promise<Exchanged> {
  const { language, currency } = order
  const sum = (amount: number) => (amount > 0 ? exactSum(amount, currency, language, order.reverse_charge === 1) : '')
  const pay = toPay > 0 ? await paymentLink(shop, order) : ''
  return { return: number, credit: sum(credit), rest: sum(toPay), pay }
}

/** Returns a link to the order: its page in the account for a customer, a link to this one order for a guest. */
export async function orderAddress(shop: Shop, order: OrderRow): Promise<string> {
  return order.customer_id === null
    ? orderLink(shop, order)
    : shop.env.ORIGIN + href(order.language, 'my-account-order', { id: order.number })
}
