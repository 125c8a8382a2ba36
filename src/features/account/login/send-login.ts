import { callApi, CallError } from '../../../browser/call-api.ts'
import { ChangePassword } from '../../../contracts/calls/change-login.ts'
import { LogIn } from '../../../contracts/calls/log-in.ts'
import { ForgotPassword, Register } from '../../../contracts/calls/register.ts'
import type { LoginMode } from '../../../contracts/customer-pages/login-page.ts'
import { readAuth } from '../../auth/auth-state.ts'
import { fetchSavedCart } from '../../cart/store/sync-cart.ts'
import { faultTexts, type LoginProblem } from './login-texts.ts'
import { signIn } from './sign-in.ts'

export type LoginFields = { email: string; name: string; password: string; currentPassword: string }
export type LoginOutcome =
  | { kind: 'signed_in' }
  | { kind: 'sent' }
  | { kind: 'changed' }
  | { kind: 'refused'; fault: LoginProblem }

/**
 * Sends one of the login dialog's forms; a login takes effect in this browser, and its page must then be loaded anew.
 */
export async function sendLogin(mode: LoginMode, fields: LoginFields): Promise<LoginOutcome> {
  try {
    return await senders[mode](fields)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { kind: 'refused', fault: problemOf(error) }
  }
}

const senders: Record<LoginMode, (fields: LoginFields) => Promise<LoginOutcome>> = {
  login: async ({ email, password }) => {
    const { body } = await callApi(LogIn, { body: { email, password, cookie: true } })
    const { user } = readAuth({ user: body.user })
    if (user) {
      signIn(user)
      await fetchSavedCart()
    }
    return { kind: 'signed_in' }
  },
  register: async ({ email, name }) => {
    await callApi(Register, { body: { email, name } })
    return { kind: 'sent' }
  },
  forgot: async ({ email }) => {
    await callApi(ForgotPassword, { body: { email } })
    return { kind: 'sent' }
  },
  change_password: async ({ password, currentPassword }) => {
    await callApi(ChangePassword, {
      body: { password, ...(currentPassword === '' ? {} : { current_password: currentPassword }) },
    })
    return { kind: 'changed' }
  },
}

function problemOf({ code }: CallError): LoginProblem {
  if (code === 'not_signed_in' || code === 'wrong_scope') return 'session_over'
  if (code === 'invalid_body') return 'wrong_login'
  return isProblem(code) ? code : 'failed'
}

function isProblem(code: string): code is LoginProblem {
  return Object.hasOwn(faultTexts, code)
}
