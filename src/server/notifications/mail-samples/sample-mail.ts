import type { Language } from '../../../domain/places/locales.ts'
import type { Shop } from '../../ordering/shop.ts'
import { emailFrame } from '../mail/template/email-footer.ts'
import type { EmailTemplate } from '../mail/template/email-template.ts'
import { emailText } from '../mail/template/email-text.ts'
import type { MailName } from '../mail/texts/mail-fields.ts'
import { fullKeys, ownTextsOf, textsWith, type MailTexts, type OwnTexts } from '../mail/texts/mail-texts.ts'
import { customerSamples } from './customer-samples.ts'
import { operatorSamples } from './operator-samples.ts'
import { orderSamples, type SampleMail } from './order-samples.ts'
import { sampleData } from './sample-data.ts'

/** The cases of every mail, the usual one first. */
const samples: Readonly<Record<MailName, readonly SampleMail[]>> = {
  ...orderSamples,
  ...customerSamples,
  ...operatorSamples,
}

/** Mails that a reader can stop with a link in the footer. */
const stoppable: ReadonlySet<MailName> = new Set(['stock_alert', 'back_in_stock', 'footer'])

export type SampleCase = { readonly mail: MailName; readonly at: number }

/** The texts of mails in a language, with other texts of one mail in place of what is stored of it. */
export async function textsInstead(
  { db, settings }: Shop,
  language: Language,
  mail: MailName,
  own: OwnTexts,
): Promise<MailTexts> {
  const stored = [...(await ownTextsOf(db, language))].filter(([key]) => !key.startsWith(`mail:${mail}.`))
  return textsWith(new Map([...stored, ...fullKeys(mail, own)]), language, settings.locale(language).brand)
}

/** The subjects of the cases of a mail, in their order. */
export function subjectsOfCases(shop: Shop, mail: MailName, texts: MailTexts): string[] {
  const data = sampleData(shop, texts)
  return samples[mail].map((make) => make(texts, data).subject)
}

/** A case of a mail with sample data; the first case where there is none of this number. */
export function sampleMail(shop: Shop, { mail, at }: SampleCase, texts: MailTexts): EmailTemplate {
  const cases = samples[mail]
  const make = cases[at] ?? cases[0]
  if (!make) throw new Error(`The mail ${mail} has no sample.`)
  return {
    language: texts.language,
    ...make(texts, sampleData(shop, texts)),
    ...(stoppable.has(mail) ? { unsubscribe: { href: '#', label: texts.t('mail:footer.unsubscribe') } } : {}),
  }
}

/** Renders a mail as HTML and as plain text; its links lead nowhere. */
export async function drawSample(shop: Shop, email: EmailTemplate): Promise<{ html: string; text: string }> {
  // Commands run on plain Node, which cannot load .tsx files.
  const { drawEmail } = await import('../mail/template/draw-email.tsx')
  const frame = { ...emailFrame(shop.settings, email.language, shop.env.ORIGIN), home: '#' }
  return { html: drawEmail(email, frame), text: emailText(email, frame) }
}
