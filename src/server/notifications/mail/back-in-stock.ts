import { translator } from '../../../i18n/translator.ts'
import { href } from '../../../routes.ts'
import { alertById, productNamed } from '../back-in-stock/queries.ts'
import { unsubscribeLink } from '../back-in-stock/unsubscribe-answer.ts'
import type { Shop } from '../../ordering/shop.ts'
import { action, text, type EmailTemplate } from './template/email-template.ts'
import { newMailToken } from '../../identity/login/mail-links.ts'
import { sendMail } from './send-mail.ts'

/** Sends the confirmation mail for an alert; no other mail is sent before its owner confirms. */
export async function sendConfirmAlert(shop: Shop, alertId: string, effectId: string): Promise<void> {
  const alert = await alertById(shop.db, alertId)
  const product = alert && (await productNamed(shop.db, alert.product_id, alert.language))
  if (!alert || !product || alert.stopped_at !== null) return
  const t = translator(alert.language)
  const link =
    shop.env.ORIGIN +
    href(
      alert.language,
      'notify-me',
      {},
      { token: await newMailToken(shop, { purpose: 'confirm_alert', subject: alert.id }) },
    )
  await send(shop, alert, `confirm-alert-${effectId}`, {
    subject: t('mail:stock_alert.subject', { name: product.name }),
    blocks: [
      text(t('mail:stock_alert.text', { name: product.name, sku: product.sku })),
      action(t('mail:stock_alert.confirm'), link),
    ],
  })
}

/** Notifies an address that a product is back in stock, which ends the alert. */
export async function sendBackInStock(shop: Shop, alertId: string): Promise<void> {
  const alert = await alertById(shop.db, alertId)
  const product = alert && (await productNamed(shop.db, alert.product_id, alert.language))
  if (!alert || !product || alert.stopped_at !== null) return
  const t = translator(alert.language)
  const link = shop.env.ORIGIN + href(alert.language, 'product', { slug: product.slug })
  await send(shop, alert, `back-in-stock-${alert.id}-${Date.parse(alert.notified_at ?? '')}`, {
    subject: t('mail:back_in_stock.subject', { name: product.name }),
    blocks: [
      text(t('mail:back_in_stock.text', { name: product.name, sku: product.sku })),
      action(t('mail:back_in_stock.look'), link),
    ],
  })
}

type Alert = NonNullable<Awaited<ReturnType<typeof alertById>>>

async function send(
  shop: Shop,
  { id, email, language }: Alert,
  messageId: string,
  said: Pick<EmailTemplate, 'subject' | 'blocks'>,
): Promise<void> {
  const unsubscribe = await unsubscribeLink(shop, { purpose: 'stop_alert', subject: id }, language)
  await sendMail(shop, { to: email, messageId, email: { language, unsubscribe, ...said } })
}
