import { isLanguage } from '../../../domain/places/locales.ts'
import { translator } from '../../../i18n/translator.ts'
import { productNamed, stoppableOf } from '../back-in-stock/queries.ts'
import { unsubscribeLink } from '../back-in-stock/unsubscribe-answer.ts'
import type { Shop } from '../../ordering/shop.ts'
import { action, text, type Block } from './template/email-template.ts'
import { sendMail } from './send-mail.ts'

/** Mails an unsubscribe link for each kind of mail that an address gets; sends nothing if there is none. */
export async function sendUnsubscribeLinks(
  shop: Shop,
  { email, language: asked }: { email: string; language: string },
  effectId: string,
): Promise<void> {
  const language = isLanguage(asked) ? asked : 'en'
  const t = translator(language)
  const { customerId, alerts } = await stoppableOf(shop.db, email)
  const links: Block[] = []
  if (customerId !== undefined) {
    links.push(
      action(
        t('mail:unsubscribe_links.mail'),
        await unsubscribeLink(shop, { purpose: 'stop_mail', subject: customerId }, language),
      ),
    )
  }
  for (const { id, product_id: productId } of alerts) {
    const name = (await productNamed(shop.db, productId, language))?.name
    if (name === undefined) continue
    links.push(
      action(
        t('mail:unsubscribe_links.alert', { name }),
        await unsubscribeLink(shop, { purpose: 'stop_alert', subject: id }, language),
      ),
    )
  }
  if (links.length === 0) return
  await sendMail(shop, {
    to: email,
    messageId: `unsubscribe-links-${effectId}`,
    email: {
      language,
      subject: t('mail:unsubscribe_links.subject'),
      blocks: [text(t('mail:unsubscribe_links.intro')), ...links],
    },
  })
}
