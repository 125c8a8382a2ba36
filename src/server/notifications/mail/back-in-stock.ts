import { toMinor } from '../../../domain/money/money.ts'
import { activeTiers, tierFor } from '../../../domain/money/price-tiers.ts'
import { startContext } from '../../../domain/places/shopping-context.ts'
import { shownPrice } from '../../../i18n/money.ts'
import { href } from '../../../routes.ts'
import { productFacts } from '../../catalog/products/product-facts.ts'
import { newMailToken } from '../../identity/login/mail-links.ts'
import type { Shop } from '../../ordering/shop.ts'
import { alertById, productNamed, type AlertRow } from '../back-in-stock/queries.ts'
import { unsubscribeLink } from '../back-in-stock/unsubscribe-answer.ts'
import { sendMail } from './send-mail.ts'
import { action, text, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

type Alerted = { name: string; sku: string; link: string }
type BackInStock = Alerted & { price: string | undefined }

export function confirmAlertMail({ t, head }: MailTexts, { name, sku, link }: Alerted): MailContent {
  return {
    ...head('mail:stock_alert.subject', { name }),
    blocks: [text(t('mail:stock_alert.text', { name, sku })), action(t('mail:stock_alert.confirm'), link)],
  }
}

export function backInStockMail({ t, head }: MailTexts, { name, sku, price, link }: BackInStock): MailContent {
  return {
    ...head('mail:back_in_stock.subject', { name }),
    blocks: [
      text(t('mail:back_in_stock.text', { name, sku })),
      ...(price === undefined ? [] : [text(t('mail:back_in_stock.price', { price }))]),
      action(t('mail:back_in_stock.look'), link),
    ],
  }
}

/** Sends the confirmation mail for an alert; no other mail is sent before its owner confirms. */
export async function sendConfirmAlert(shop: Shop, alertId: string, effectId: string): Promise<void> {
  const alert = await alertById(shop.db, alertId)
  const product = alert && (await productNamed(shop.db, alert.product_id, alert.language))
  if (!alert || !product || alert.stopped_at !== null) return
  const link =
    shop.env.ORIGIN +
    href(
      alert.language,
      'notify-me',
      {},
      { token: await newMailToken(shop, { purpose: 'confirm_alert', subject: alert.id }) },
    )
  const texts = await mailTexts(shop, alert.language)
  await send(shop, alert, texts, {
    messageId: `confirm-alert-${effectId}`,
    content: confirmAlertMail(texts, { ...product, link }),
  })
}

/** Notifies an address that a product is back in stock, which ends the alert. */
export async function sendBackInStock(shop: Shop, alertId: string): Promise<void> {
  const alert = await alertById(shop.db, alertId)
  const product = alert && (await productNamed(shop.db, alert.product_id, alert.language))
  if (!alert || !product || alert.stopped_at !== null) return
  const link = shop.env.ORIGIN + href(alert.language, 'product', { slug: product.slug })
  const texts = await mailTexts(shop, alert.language)
  await send(shop, alert, texts, {
    messageId: `back-in-stock-${alert.id}-${Date.parse(alert.notified_at ?? '')}`,
    content: backInStockMail(texts, { ...product, link, price: await priceOf(shop, alert) }),
  })
}

/** The price of one unit in the currency and country that the alert's language begins with; undefined without one. */
async function priceOf(
  { db, settings, now }: Shop,
  { product_id: id, language }: AlertRow,
): Promise<string | undefined> {
  const context = startContext(settings.locale(language))
  const prices = (await productFacts(db, context, [id], now())).get(id)?.prices
  const price = prices && tierFor(activeTiers(prices), 1)?.p
  return price === undefined ? undefined : shownPrice(toMinor(price), context.currency.code, language)
}

async function send(
  shop: Shop,
  { id, email, language }: AlertRow,
  { t }: MailTexts,
  { messageId, content }: { messageId: string; content: MailContent },
): Promise<void> {
  const unsubscribe = {
    href: await unsubscribeLink(shop, { purpose: 'stop_alert', subject: id }, language),
    label: t('mail:footer.unsubscribe'),
  }
  await sendMail(shop, { to: email, messageId, email: { language, unsubscribe, ...content } })
}
