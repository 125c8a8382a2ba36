import type { LoginFault, LoginMode } from '../../../contracts/customer-pages/login-page.ts'
import { maxEmailLength, maxNameLength, maxTypedPasswordLength } from '../../../domain/field-lengths.ts'

/** What a login form is refused for, or that its call did not get through. */
export type LoginProblem = LoginFault | 'failed'
export type LoginField = 'email' | 'name' | 'password' | 'current_password'

export const faultTexts = {
  required: 'login.error.required',
  email_invalid: 'login.error.email_invalid',
  wrong_login: 'login.error.wrong_login',
  wrong_password: 'login.error.wrong_password',
  too_many_tries: 'login.error.too_many_tries',
  link_over: 'login.error.link_over',
  session_over: 'login.error.session_over',
  password_too_short: 'login.error.password_too_short',
  password_too_long: 'login.error.password_too_long',
  password_too_common: 'login.error.password_too_common',
  failed: 'login.error.failed',
} as const satisfies Record<LoginProblem, string>

export const modeTexts = {
  login: { title: 'login.title', help: undefined, submit: 'login.submit' },
  register: { title: 'login.register_title', help: 'login.register_help', submit: 'login.register_submit' },
  forgot: { title: 'login.forgot_title', help: 'login.forgot_help', submit: 'login.forgot_submit' },
  change_password: { title: 'login.change_title', help: undefined, submit: 'login.change_submit' },
} as const satisfies Record<LoginMode, { title: string; help: string | undefined; submit: string }>

type Field = {
  name: LoginField
  type: 'email' | 'text' | 'password'
  label: 'login.email' | 'login.name' | 'login.password' | 'login.new_password' | 'login.current'
  autocomplete: 'username' | 'email' | 'name' | 'current-password' | 'new-password'
  help?: 'login.password_help'
  longest: number
}

const address: Field = {
  name: 'email',
  type: 'email',
  label: 'login.email',
  autocomplete: 'username',
  longest: maxEmailLength,
}
const current: Field = {
  name: 'current_password',
  type: 'password',
  label: 'login.current',
  autocomplete: 'current-password',
  longest: maxTypedPasswordLength,
}

const fields: Record<LoginMode, readonly Field[]> = {
  login: [
    address,
    {
      name: 'password',
      type: 'password',
      label: 'login.password',
      autocomplete: 'current-password',
      longest: maxTypedPasswordLength,
    },
  ],
  forgot: [address],
  register: [
    { name: 'name', type: 'text', label: 'login.name', autocomplete: 'name', longest: maxNameLength },
    { ...address, autocomplete: 'email' },
  ],
  change_password: [
    {
      name: 'password',
      type: 'password',
      label: 'login.new_password',
      autocomplete: 'new-password',
      help: 'login.password_help',
      longest: maxTypedPasswordLength,
    },
  ],
}

/** The fields of each form; after a mailed link the current password is not asked for. */
export function fieldsOf(mode: LoginMode, asksCurrent: boolean): readonly Field[] {
  return mode === 'change_password' && asksCurrent ? [current, ...fields.change_password] : fields[mode]
}

/** The field that a refusal is shown at; undefined when it concerns the form as a whole. */
export function fieldOfFault(fault: LoginProblem): LoginField | undefined {
  if (fault === 'email_invalid') return 'email'
  if (fault === 'wrong_password') return 'current_password'
  return fault.startsWith('password_') ? 'password' : undefined
}
