import { translator } from '../../../i18n/translator.ts'
import { href } from '../../../routes.ts'
import { orderLink } from '../../identity/login/links.ts'
import { orderPage } from '../../ordering/orders/order-page.ts'
import { orderById, type OrderRow } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { action, text } from './template/email-template.ts'
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
  const terms = shop.env.ORIGIN + href(language, 'page', { slug: shop.settings.locale(language).termsURL })
  await sendMail(shop, {
    to: order.email,
    messageId: `order-confirmed-${order.id}`,
    email: {
      language,
      subject: t('mail:order_confirmed.subject', { number }),
      blocks: [
        text(t(order.hold === null ? 'mail:order_confirmed.intro' : 'mail:order_confirmed.intro_hold', { number })),
        goodsBlock(page, order),
        ...orderNotes(page, order, shop.settings),
        { kind: 'facts', facts: orderFacts(page, order) },
        action(t('mail:order_confirmed.follow'), await orderAddress(shop, order)),
        { kind: 'action', label: t('mail:order_confirmed.terms'), href: terms, isQuiet: true },
      ],
    },
  })
}

/** Returns a link to the order: in the account for a customer, a link to this one order for a guest. */
export async function orderAddress(shop: Shop, order: OrderRow): Promise<string> {
  return order.customer_id === null
    ? orderLink(shop, order)
    : shop.env.ORIGIN + href(order.language, 'my-account-orders')
}
