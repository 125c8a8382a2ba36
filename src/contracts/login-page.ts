import type { PasswordFault } from '../domain/passwords.ts'

/** What a field of the login forms, or the form as a whole, is refused for. */
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
 * What the login screen shows: a form, "look in your mail", or the question whether to use a mailed link, which names
 * the account. `isElsewhere`: another browser asked for it; `isHere`: this session asked for the new address.
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
      notice?: 'email_stopped'
    }
  | { kind: 'sent'; email: string }
  | { kind: 'link'; email: string; isNew: boolean; isElsewhere: boolean }
  | { kind: 'new_email'; from: string; to: string; isHere: boolean }
  | { kind: 'stop_email'; from: string; to: string }
  | { kind: 'order'; number: string; isAlone: boolean }
