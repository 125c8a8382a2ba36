import { z } from 'zod/mini'
import type { Language } from '../../domain/places/locales.ts'
import { formText, formTextsByKey } from '../form-fields.ts'

/** What was typed of a mail: `set:<language>.<field>`, and what the form had shown; what its preview is to show. */
export const mailForm = z.object({
  'set:': formTextsByKey,
  'was:': formTextsByKey,
  view: formText(20),
  case: formText(3),
})
export type MailInput = z.output<typeof mailForm>
export const restoreMailForm = z.object({ language: formText(2), number: formText(9) })
export const resetMailForm = z.object({ language: formText(2) })

/** Who gets a mail; `shared` are texts that several mails have. */
export type MailReader = 'customers' | 'operators' | 'shared'

export type MailsPage = {
  readonly mails: readonly {
    readonly name: string
    readonly title: string
    readonly reader: MailReader
    /** How many texts staff have written, by language. */
    readonly own: Readonly<Record<Language, number>>
    readonly last: { readonly at: string; readonly author: string } | null
  }[]
}

/** One text of a mail. `stored` is what is sent, or '' for what follows another text. */
export type MailTextField = {
  readonly name: string
  readonly kind: 'subject' | 'heading' | 'preview' | 'line' | 'text'
  readonly stored: string
  /** The text of the dictionary, '' for a heading or preview line. */
  readonly original: string
  readonly isOwn: boolean
  readonly placeholders: readonly string[]
  /** The placeholders of the original that an own text lacks. */
  readonly missing: readonly string[]
  /** A placeholder that the mail has no value for, because of which an own text is not sent. */
  readonly ignored: string | null
}

/** The longest text of each kind, in characters. */
export const maxMailTextLength: Readonly<Record<MailTextField['kind'], number>> = {
  subject: 150,
  heading: 150,
  preview: 200,
  line: 150,
  text: 2_000,
}

export type MailSide = {
  readonly language: Language
  readonly isOwn: boolean
  readonly fields: readonly MailTextField[]
}

/** What a preview shows: a language, and the width of a desk or phone or the plain text. */
export const mailWidths = ['desk', 'phone', 'text'] as const
export type MailView = { readonly language: Language; readonly width: (typeof mailWidths)[number] }

type MailVersion = {
  readonly language: Language
  readonly number: number
  readonly at: string
  readonly author: string
  readonly event: 'saved' | 'restored' | 'reset'
}

export type MailPage = {
  readonly name: string
  readonly title: string
  readonly sides: readonly MailSide[]
  readonly versions: readonly MailVersion[]
  readonly comparison: {
    readonly language: Language
    readonly at: string
    readonly fields: readonly { readonly name: string; readonly before: string; readonly after: string }[]
  } | null
  /** The subjects of the cases of the mail, in the language of the person. */
  readonly cases: readonly string[]
  readonly view: MailView
  readonly mayChange: boolean
}
