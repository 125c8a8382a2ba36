import type { OrderPage } from '../../contracts/order-page.ts'
import { vatOf } from '../../domain/cart-amounts.ts'
import type { Language } from '../../domain/locales.ts'
import { countryName, formatAmount } from '../../i18n/formats.ts'
import { translator } from '../../i18n/translator.ts'
import { href } from '../../routes.ts'
import { orderLink } from '../accounts/links.ts'
import { orderPage } from '../orders/order-page.ts'
import { orderById, type OrderRow } from '../orders/queries.ts'
import type { Shop } from '../shop.ts'
import { sendMail } from './send-mail.ts'

/** Tells the shopper that the order is confirmed; the message id is the order's, so that a repeat is the same mail. */
export async function sendOrderConfirmed(shop: Shop, orderId: string): Promise<void> {
  const order = await orderById(shop.db, orderId)
  if (!order) return
  const page = await orderPage(shop.db, order)
  const t = translator(order.language)
  await sendMail(shop, {
    to: order.email, subject: t('mail:order_confirmed.subject', { number: order.number }),
    text: orderText(page, order.language, await wayBack(shop, order)), messageId: `order-confirmed-${order.id}`,
  })
}

/** A customer's orders are in the account; a guest gets a link that opens this one order. */
export async function wayBack(shop: Shop, order: OrderRow): Promise<string> {
  return order.customer_id === null ? orderLink(shop, order) : shop.env.ORIGIN + href(order.language, 'my-account-orders')
}

function orderText(order: OrderPage, language: Language, link: string): string {
  const t = translator(language)
  const amount = (minor: number) => formatAmount(minor, order.currency, language)
  const { address, totals } = order
  return [
    t('mail:order_confirmed.intro', { number: order.number }),
    '',
    ...order.lines.map((line) => `${line.quantity} x ${line.name} (${line.sku})  ${amount(line.total.inc)}`),
    '',
    ...(totals.discount.inc > 0 ? [`${t('mail:order_confirmed.discount')}: -${amount(totals.discount.inc)}`] : []),
    `${t('mail:order_confirmed.delivery')}: ${amount(totals.delivery.inc)}`,
    `${t('mail:order_confirmed.total')}: ${amount(totals.total.inc)}`,
    `${t('mail:order_confirmed.vat')}: ${amount(vatOf(totals.total))}`,
    ...(order.giftCard > 0 ? [`${t('checkout:sum.gift_card')}: -${amount(order.giftCard)}`, `${t('checkout:sum.besides')}: ${amount(totals.total.inc - order.giftCard)}`] : []),
    '',
    ...[address.organization, address.name, address.line1, address.line2, `${address.postalCode} ${address.city}`,
      countryName(address.country, language)].filter((line) => line !== ''),
    '',
    t('mail:order_confirmed.follow'),
    link,
    '',
    t('mail:signature'),
  ].join('\n')
}
