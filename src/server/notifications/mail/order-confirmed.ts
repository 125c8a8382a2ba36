import type { OrderPage } from '../../../contracts/customer-pages/order-page.ts'
import { exactSum } from '../../../i18n/money.ts'
import { translator, type TextKey } from '../../../i18n/translator.ts'
import { href } from '../../../routes.ts'
import { orderLink } from '../../identity/login/links.ts'
import { exchangeOfOrder } from '../../ordering/exchanges/exchange-queries.ts'
import { orderPage } from '../../ordering/orders/order-page.ts'
import { orderById, type OrderRow } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { action, text, type Block } from './template/email-template.ts'
import { goodsBlock, orderFacts, orderNotes } from './order-goods.ts'
import { sendMail } from './send-mail.ts'

/**
 * Sends the order confirmation. The message id is derived from the order, so that mail servers can recognize a repeat.
 */
export async function sendOrderConfirmed(shop: Shop, orderId: string): Promise<void> {
  const order = await orderById(shop.db, orderId)
  if (!order) return
  const { number, language } = order
  const page = await orderPage(shop.db, order)
  const t = translator(language)
  const exchange = await exchangeOfOrder(shop.db, order.id)
  const terms = shop.env.ORIGIN + href(language, 'page', { slug: shop.settings.locale(language).termsURL })
  await sendMail(shop, {
    to: order.email,
    messageId: `order-confirmed-${order.id}`,
    email: {
      language,
      subject: t(exchange ? 'mail:order_exchanged.subject' : 'mail:order_confirmed.subject', { number }),
      blocks: [
        ...(exchange ? exchangeBlocks(shop, order, page, exchange) : [text(t(introOf(order), { number }))]),
        goodsBlock(page, order),
        ...orderNotes(page, order, shop.settings),
        { kind: 'facts', facts: orderFacts(page, order) },
        {
          kind: 'action',
          label: t('mail:order_confirmed.follow'),
          href: await orderAddress(shop, order),
          isQuiet: exchange !== undefined && page.toPay > 0,
        },
        { kind: 'action', label: t('mail:order_confirmed.terms'), href: terms, isQuiet: true },
      ],
    },
  })
}

const introOf = ({ hold }: OrderRow): TextKey =>
  hold === null ? 'mail:order_confirmed.intro' : 'mail:order_confirmed.intro_hold'

type Exchange = NonNullable<Awaited<ReturnType<typeof exchangeOfOrder>>>

/** Says what the order replaces, and how it is paid: by what was returned, and a link for the rest. */
function exchangeBlocks(shop: Shop, order: OrderRow, { toPay }: OrderPage, exchange: Exchange): Block[] {
  const { number, language, currency, checkout_id: id } = order
  const t = translator(language)
  const sum = (amount: number) => exactSum(amount, currency, language, order.reverse_charge === 1)
  const pay = shop.env.ORIGIN + href(language, 'checkout-id', { id })
  return [
    text(t('mail:order_exchanged.intro', { number, return: exchange.number })),
    ...(exchange.credit > 0 ? [text(t('mail:order_exchanged.counted', { amount: sum(exchange.credit) }))] : []),
    ...(toPay > 0
      ? [text(t('mail:order_exchanged.rest', { amount: sum(toPay) })), action(t('mail:order_edited.pay'), pay)]
      : []),
  ]
}

/** Returns a link to the order: in the account for a customer, a link to this one order for a guest. */
export async function orderAddress(shop: Shop, order: OrderRow): Promise<string> {
  return order.customer_id === null
    ? orderLink(shop, order)
    : shop.env.ORIGIN + href(order.language, 'my-account-orders')
}
