import { z } from 'zod/mini'
import { fieldLengths } from '../../domain/field-lengths.ts'
import type { PasswordFault } from '../../domain/visitors/passwords.ts'
import { formPassword, formText } from '../form-fields.ts'

/** Errors of a login form's field, or of the form as a whole. */
export type LoginFault =
  | PasswordFault
  | 'required'
  | 'email_invalid'
  | 'wrong_login'
  | 'wrong_password'
  | 'link_over'
  | 'too_many_tries'
  | 'session_over'
export type LoginMode = 'login' | 'register' | 'forgot' | 'change_password'

/**
 * The states of the login screen: a form, "check your inbox", or a confirmation before a mailed link is used, with the
 * account's name. `isElsewhere`: the link was requested in another browser; `isHere`: this session requested the new
 * address. `over`: a link that does nothing any more, opened by the customer with `email` or by the guest of order
 * `number`.
 */
export type LoginPage =
  | {
      kind: 'form'
      mode: LoginMode
      email: string
      name: string
      fault?: LoginFault | undefined
      asksCurrent: boolean
      next: string
      /** `form_lost`: a form was sent after the session had ended. */
      notice?: 'email_stopped' | 'form_lost'
    }
  | { kind: 'sent'; email: string }
  | { kind: 'link'; email: string; isNew: boolean; isElsewhere: boolean }
  | { kind: 'new_email'; from: string; to: string; isHere: boolean }
  | { kind: 'stop_email'; from: string; to: string }
  | { kind: 'order'; number: string; isAlone: boolean }
  | { kind: 'over'; email: string; number: string }

const maxLength = 1_000

/** Every form of the login screen and the button that signs out; `action` says which, `script` whether scripts run. */
export const loginForm = z.object({
  action: formText(),
  email: formText(maxLength),
  name: formText(fieldLengths.name),
  password: formPassword(maxLength),
  current_password: formPassword(maxLength),
  next: formText(maxLength),
  script: formText(),
  everywhere: formText(),
})
