import { isLanguage } from '../../../domain/places/locales.ts'
import type { Shop } from '../../ordering/shop.ts'
import { productNamed, stoppableOf } from '../back-in-stock/queries.ts'
import { unsubscribeLink } from '../back-in-stock/unsubscribe-answer.ts'
import { sendMail } from './send-mail.ts'
import { action, text, type MailContent } from './template/email-template.ts'
import { mailTexts, type MailTexts } from './texts/mail-texts.ts'

/** A link that stops offers and news, or the alert for a product of this name. */
type StopLink = { name?: string; href: string }

export function unsubscribeLinksMail({ t, head }: MailTexts, links: readonly StopLink[]): MailContent {
  return {
    ...head('mail:unsubscribe_links.subject'),
    blocks: [
      text(t('mail:unsubscribe_links.intro')),
      ...links.map(({ name, href }) =>
        action(
          name === undefined ? t('mail:unsubscribe_links.mail') : t('mail:unsubscribe_links.alert', { name }),
          href,
        ),
      ),
    ],
  }
}

/** Mails an unsubscribe link for each kind of mail that an address gets; sends nothing if there is none. */
export async function sendUnsubscribeLinks(
  shop: Shop,
  { email, language: asked }: { email: string; language: string },
  effectId: string,
): Promise<void> {
  const language = isLanguage(asked) ? asked : 'en'
  const { customerId, alerts } = await stoppableOf(shop.db, email)
  const links: StopLink[] = []
  if (customerId !== undefined) {
    links.push({ href: await unsubscribeLink(shop, { purpose: 'stop_mail', subject: customerId }, language) })
  }
  for (const { id, product_id: productId } of alerts) {
    const name = (await productNamed(shop.db, productId, language))?.name
    if (name === undefined) continue
    links.push({ name, href: await unsubscribeLink(shop, { purpose: 'stop_alert', subject: id }, language) })
  }
  if (links.length === 0) return
  await sendMail(shop, {
    to: email,
    messageId: `unsubscribe-links-${effectId}`,
    email: { language, ...unsubscribeLinksMail(await mailTexts(shop, language), links) },
  })
}
