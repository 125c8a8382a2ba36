import { findPlaceholders } from '../../../../domain/content/mail-placeholders.ts'
import type { Language } from '../../../../domain/places/locales.ts'
import english from '../../../../i18n/en/mail.json' with { type: 'json' }
import swedish from '../../../../i18n/sv/mail.json' with { type: 'json' }

/** A mail, or texts that several mails share, by its name in the dictionary `mail`. */
export type MailName = keyof typeof english

export const mailNames = Object.keys(english) as MailName[]

export function isMailName(name: string): name is MailName {
  return Object.hasOwn(english, name)
}

/**
 * A text of a mail: `line` and `subject` are one line, `text` has paragraphs. An `optional` one follows another text
 * while it is empty. `placeholders` are the names that it may have.
 */
export type MailField = {
  readonly name: string
  readonly kind: 'subject' | 'heading' | 'preview' | 'line' | 'text'
  readonly placeholders: readonly string[]
}

/** In every mail there is a value for these. */
const always = ['brand'] as const

const maxLineLength = 50

const dictionaries: Readonly<Record<Language, Readonly<Record<MailName, Readonly<Record<string, string>>>>>> = {
  en: english,
  sv: swedish,
}

/** What mails to the shop itself are called; they have no heading besides. */
const operatorSubjects = new Set([
  'quote',
  'return',
  'withdrawal',
  'order',
  'hold',
  'request',
  'backup_fails',
  'backup_works',
  'source_fails',
  'source_works',
  'webhook_off',
])

/** The shop's own texts of a mail, by their names. */
export function originalTexts(mail: MailName, language: Language): Readonly<Record<string, string>> {
  return dictionaries[language][mail]
}

/** The texts of a mail: its subjects first, each with the heading and the preview line that belong to it. */
export function fieldsOfMail(mail: MailName): MailField[] {
  const texts = Object.entries(originalTexts(mail, 'en'))
  const subjects = texts.filter(([name]) => isSubject(mail, name)).flatMap(([name, text]) => headFields(name, text))
  const others = texts
    .filter(([name]) => !isSubject(mail, name))
    .map(([name, text]): MailField => {
      const longest = Math.max(text.length, (originalTexts(mail, 'sv')[name] ?? '').length)
      return { name, kind: longest > maxLineLength ? 'text' : 'line', placeholders: allowedIn(text) }
    })
  return [...subjects, ...others]
}

function isSubject(mail: MailName, name: string): boolean {
  return mail === 'operator' ? operatorSubjects.has(name) : /^subject(?:_|$)|_subject$/.test(name)
}

function headFields(name: string, text: string): MailField[] {
  const placeholders = allowedIn(text)
  return [
    { name, kind: 'subject', placeholders },
    { name: `${name}.heading`, kind: 'heading', placeholders },
    { name: `${name}.preview`, kind: 'preview', placeholders },
  ]
}

function allowedIn(text: string): string[] {
  return [...new Set([...findPlaceholders(text), ...always])]
}
