import { maxMailTextLength, type MailInput } from '../../../../contracts/console/mails.ts'
import { tidyPlaceholders, wrongPlaceholder } from '../../../../domain/content/mail-placeholders.ts'
import type { Language } from '../../../../domain/places/locales.ts'
import { fieldsOfMail, type MailField, type MailName } from '../../../notifications/mail/texts/mail-fields.ts'
import type { OwnTexts } from '../../../notifications/mail/texts/mail-texts.ts'
import { printable } from '../../../platform/printable.ts'
import { ConsoleError } from '../../frame/console-error.ts'

type Texts = Readonly<Record<string, string>>

/** What a form says of a mail in a language, and what it had shown, by the names of the mail's texts. */
export function typedSide(input: MailInput, mail: MailName, language: Language): { typed: Texts; was: Texts } {
  const names = fieldsOfMail(mail).map(({ name }) => name)
  const of = (fields: ReadonlyMap<string, string>, beginning: string) =>
    Object.fromEntries(
      names.flatMap((name): [string, string][] => {
        const text = fields.get(`${beginning}${language}.${name}`)
        return text === undefined ? [] : [[name, text]]
      }),
    )
  return { typed: of(input['set:'], ''), was: of(input['was:'], 'set:') }
}

/** Cleans a text as it is kept: one line, or paragraphs with an empty line between them. */
export function cleanText(kind: MailField['kind'], text: string): string {
  const tidy = tidyPlaceholders(printable(text))
  if (kind !== 'text') return tidy.replace(/\s+/g, ' ').trim()
  return tidy
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Cleans the texts that somebody changed; refuses one that is too long or that the mail cannot fill, at its field. */
export function checkedTexts(mail: MailName, language: Language, changes: Texts): Record<string, string> {
  const fields = fieldsOfMail(mail)
  return Object.fromEntries(
    Object.entries(changes).map(([name, text]): [string, string] => {
      const field = fields.find((each) => each.name === name)
      if (!field) throw new ConsoleError('not_possible')
      const clean = cleanText(field.kind, text)
      const place = `set:${language}.${name}`
      const max = maxMailTextLength[field.kind]
      if (clean.length > max) throw new ConsoleError('mail_too_long', { most: max }, place)
      const what = wrongPlaceholder(clean, field.placeholders)
      if (what !== undefined) throw new ConsoleError('mail_placeholder', { what, known: placeholderList(field) }, place)
      return [name, clean]
    }),
  )
}

function placeholderList({ placeholders }: MailField): string {
  return placeholders.map((name) => `{{${name}}}`).join(', ')
}

/** What is typed of a mail, cleaned but not checked, as a preview shows it. */
export function typedTexts(input: MailInput, mail: MailName, language: Language): OwnTexts {
  const { typed } = typedSide(input, mail, language)
  return Object.fromEntries(
    fieldsOfMail(mail).flatMap(({ name, kind }): [string, string][] => {
      const text = typed[name]
      return text === undefined ? [] : [[name, cleanText(kind, text).slice(0, maxMailTextLength[kind])]]
    }),
  )
}
