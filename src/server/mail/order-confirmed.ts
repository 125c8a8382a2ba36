import type { OrderPage } from '../../contracts/order-page.ts'
import type { Language } from '../../domain/locales.ts'
import { countryName, formatAmount } from '../../i18n/formats.ts'
import { translator } from '../../i18n/translator.ts'
import { orderPage } from '../orders/order-page.ts'
import { orderById } from '../orders/queries.ts'
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
    text: orderText(page, order.language), messageId: `order-confirmed-${order.id}`,
  })
}

function orderText(order: OrderPage, language: Language): string {
  const t = translator(language)
  const amount = (minor: number) => formatAmount(minor, order.currency, language)
  const { address, totals } = order
  return [
    t('mail:order_confirmed.intro', { number: order.number }),
    '',
    ...order.lines.map((line) => `${line.quantity} x ${line.name} (${line.sku})  ${amount(line.total)}`),
    '',
    ...(totals.discount > 0 ? [`${t('mail:order_confirmed.discount')}: -${amount(totals.discount)}`] : []),
    `${t('mail:order_confirmed.delivery')}: ${amount(totals.delivery)}`,
    `${t('mail:order_confirmed.total')}: ${amount(totals.total)}`,
    `${t('mail:order_confirmed.vat')}: ${amount(totals.vat)}`,
    '',
    ...[address.organization, address.name, address.line1, address.line2, `${address.postalCode} ${address.city}`,
      countryName(address.country, language)].filter((line) => line !== ''),
    '',
    t('mail:signature'),
  ].join('\n')
}
