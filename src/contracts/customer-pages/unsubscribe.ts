import { z } from 'zod/mini'
import { fieldLengths } from '../../domain/field-lengths.ts'
import { formChoice, formText, formTextIfSent } from '../form-fields.ts'

/**
 * What is unsubscribed from: a back-in-stock alert, or the shop's own mailings. Without a link, `ask` is a form for an
 * address and `mailed` its answer, which does not reveal whether the address receives mails.
 */
export type UnsubscribePage =
  | {
      kind: 'alert' | 'mail'
      token: string
      /** The part's name. */ name: string
      isOn: boolean
      /** Just turned on again. */ isUndone: boolean
    }
  | { kind: 'ask'; email: string; fault: 'email_invalid' | 'too_many' | null }
  | { kind: 'mailed'; email: string }
  | { kind: 'over' }

/** The forms of the screen, and the post of a mail program, which alone sends `List-Unsubscribe` (RFC 8058). */
export const unsubscribeForm = z.object({
  email: formText(fieldLengths.email),
  action: formChoice(['undo']),
  'List-Unsubscribe': formTextIfSent,
})
