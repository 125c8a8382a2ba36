import { wrongPlaceholder } from '../../../../domain/content/mail-placeholders.ts'
import type { Language } from '../../../../domain/places/locales.ts'
import { translatorWith, type TextKey, type Translate } from '../../../../i18n/translator.ts'
import type { Shop } from '../../../ordering/shop.ts'
import { mailTextsJson } from '../../../platform/db/json-columns.ts'
import type { Queryable } from '../../../platform/db/tables.ts'
import type { MailContent } from '../template/email-template.ts'
import { fieldsOfMail, isMailName, type MailName } from './mail-fields.ts'
import { newestMailTexts } from './mail-text-queries.ts'

type Values = Readonly<Record<string, string | number>>
type Head = Omit<MailContent, 'blocks'>

/**
 * The texts of mails in a language. `head` makes the subject, heading and preview line of a mail from the key of its
 * subject.
 */
export type MailTexts = {
  readonly language: Language
  readonly t: Translate
  readonly head: (subject: TextKey, values?: Values) => Head
}

/** What staff have written of a mail, by the names of its texts. */
export type OwnTexts = Readonly<Record<string, string>>

/** The texts of mails in a language: those that staff have written, else those of the dictionary. */
export async function mailTexts(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  language: Language,
): Promise<MailTexts> {
  return textsWith(await ownTextsOf(db, language), language, settings.locale(language).brand)
}

/** Makes the texts of mails in a language from what staff have written, by full keys. */
export function textsWith(own: ReadonlyMap<string, string>, language: Language, brand: string): MailTexts {
  const translate = translatorWith(language, own)
  const t: Translate = (key, values) => translate(key, { brand, ...values })
  return {
    language,
    t,
    head: (subject, values) => {
      const [heading, preview] = [own.get(`${subject}.heading`), own.get(`${subject}.preview`)]
      return {
        subject: t(subject, values),
        // Both keys have a text of their own here, which a dictionary does not know.
        ...(heading === undefined ? {} : { heading: t(`${subject}.heading` as TextKey, values) }),
        ...(preview === undefined ? {} : { preview: t(`${subject}.preview` as TextKey, values) }),
      }
    },
  }
}

/** What staff have written of all mails in a language, by full keys. */
export async function ownTextsOf(db: Queryable, language: Language): Promise<Map<string, string>> {
  const rows = await newestMailTexts(db, language)
  return new Map(
    rows.flatMap(({ mail, texts }) => (isMailName(mail) ? [...fullKeys(mail, mailTextsJson.read(texts))] : [])),
  )
}

/**
 * The texts of a mail by full keys. Leaves out a text that no mail has any more, and one with a placeholder that the
 * mail has no value for: the text of the dictionary is sent instead.
 */
export function fullKeys(mail: MailName, own: OwnTexts): Map<string, string> {
  const usable = fieldsOfMail(mail).flatMap(({ name, placeholders }): [string, string][] => {
    const text = Object.hasOwn(own, name) ? own[name] : undefined
    return text && wrongPlaceholder(text, placeholders) === undefined ? [[`mail:${mail}.${name}`, text]] : []
  })
  return new Map(usable)
}
