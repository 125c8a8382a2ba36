import { LogIn } from '../../../src/contracts/calls/log-in.ts'
import { ForgotPassword } from '../../../src/contracts/calls/register.ts'
import { logIn } from '../../../src/server/identity/login/log-in.ts'
import { forgotPassword } from '../../../src/server/identity/login/request-login-link.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { ask, type Tokens } from './shopper.ts'

/** Signs in with the token of a mailed link. */
export const useToken = async (shop: Shop, token: string, asBearer?: string) => {
  const { status, answer, code } = await ask(shop, LogIn, logIn, { bearer: asBearer ?? null }, { body: { token } })
  return { status, code, bearer: (answer as Tokens).access_token }
}

/** Requests a link for a forgotten password. */
export const forgot = (shop: Shop, email: string) => ask(shop, ForgotPassword, forgotPassword, {}, { body: { email } })
