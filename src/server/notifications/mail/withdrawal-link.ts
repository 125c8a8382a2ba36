import { wasConfirmed } from '../../../domain/orders/order-status.ts'
import { formatDate } from '../../../i18n/formats.ts'
import { orderByNumber } from '../../ordering/orders/queries.ts'
import { withdrawalLink, withdrawalLinkDays } from '../../ordering/returns/withdrawal-links.ts'
import type { Shop } from '../../ordering/shop.ts'
import { sendMail } from './send-mail.ts'
import { action, text, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

export function withdrawalLinkMail(
  { t, head }: MailTexts,
  { number, time, link }: { number: string; time: string; link: string },
): MailContent {
  return {
    ...head('mail:withdrawal_link.subject', { number }),
    blocks: [
      text(t('mail:withdrawal_link.intro', { number, time })),
      action(t('mail:withdrawal_link.go'), link),
      text(t('mail:withdrawal_link.once', { count: withdrawalLinkDays, time })),
    ],
  }
}

type WithdrawalRequest = { number: string; email: string; askedAt: string }

/**
 * Mails the link that confirms a withdrawal to the order's own address; sends nothing if number and address do not
 * match.
 */
export async function sendWithdrawalLink(
  shop: Shop,
  { number: asked, email, askedAt }: WithdrawalRequest,
  effectId: string,
): Promise<void> {
  const order = await orderByNumber(shop.db, asked)
  if (!order || order.email.toLowerCase() !== email.toLowerCase() || !wasConfirmed(order.status)) return
  const { number, language } = order
  const time = formatDate(askedAt, { language, home: shop.settings.all.home }, 'time')
  const link = await withdrawalLink(shop, order, askedAt)
  await sendMail(shop, {
    to: order.email,
    messageId: `withdrawal-link-${effectId}`,
    email: { language, ...withdrawalLinkMail(await mailTexts(shop, language), { number, time, link }) },
  })
}
