import type { LoginReply } from '../../../contracts/calls/auth-user.ts'
import type { LogIn } from '../../../contracts/calls/log-in.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import type { Operation } from '../../platform/http/calls/endpoint.ts'
import { networkOf } from '../../platform/http/network.ts'
import { customerByEmail, updateCustomer, type CustomerRow } from '../customer-queries.ts'
import { scopesOf } from '../sessions/session.ts'
import type { Shop } from '../shop.ts'
import { isAskingBrowser } from './asking-browser.ts'
import { finishLogin, type LoginContext } from './finish-login.ts'
import type { LinkRow } from './link-queries.ts'
import { withLoginLog, logLogin, type LoginAttempt } from './log-login.ts'
import {
  refundAttempt,
  passwordLimits,
  rememberDevice,
  consumeAttempt,
  tokenLimits,
  type LoginClient,
} from './login-tries.ts'
import { redeemLink } from './redeem-link.ts'

type Typed = { email: string; password: string; cookie: boolean }
type Mailed = { token: string; cookie: boolean }
type Locals = { locals: Pick<App.Locals, 'session'> }
type LinkLogin = { login: LoginReply; wantsPassword: boolean }

/** POST /api/auth/login: 401 wrong_login, link_over or link_elsewhere, 429 too_many_tries. */
export const logIn: Operation<typeof LogIn, Shop> = async (shop, { body }, call) => {
  const cookie = body.cookie ?? false
  if (!('token' in body)) return logInByPassword(shop, call, { ...body, cookie })
  const { login } = await logInByLink(shop, call, { token: body.token, cookie })
  return login
}

/**
 * Signs in by e-mail address and password. An unknown account, one without a password and a wrong password take the
 * same time and give the same answer.
 */
export async function logInByPassword(
  shop: Shop,
  call: LoginClient & LoginContext,
  { email, password, cookie }: Typed,
): Promise<LoginReply> {
  const customer = await customerByEmail(shop.db, email)
  const tries = passwordLimits(shop, call, email, customer)
  const attempt: LoginAttempt = {
    method: 'password',
    customer: customer?.id ?? null,
    network: networkOf(call.clientAddress),
  }
  await withLoginLog(shop, attempt, consumeAttempt(tries))
  const isRight = await shop.passwords.matches(password, customer?.password_hash ?? null)
  if (!customer || !isRight || (await scopesOf(shop.db, customer)).length === 0) {
    logLogin(shop, attempt, 'wrong_login')
    throw new ProblemError(401, 'wrong_login')
  }
  logLogin(shop, attempt, 'signed_in')
  await refundAttempt(tries)
  const current = await renewHash(shop, customer, password)
  if (cookie) rememberDevice(shop, call, current)
  return finishLogin(shop, call, { holder: { customerId: customer.id }, method: 'password', cookie })
}

/**
 * Signs in by the token of a mailed link (spec section 4, "Login by token in the URL"); `wantsPassword` when the
 * customer must choose a password next.
 */
export async function logInByLink(
  shop: Shop,
  call: LoginClient & LoginContext & Locals,
  { token, cookie }: Mailed,
): Promise<LinkLogin> {
  const tries = tokenLimits(shop, call)
  const attempt: LoginAttempt = { method: 'link', customer: null, network: networkOf(call.clientAddress) }
  await withLoginLog(shop, attempt, consumeAttempt(tries))
  const redeemer = {
    isAsking: (link: LinkRow) => isAskingBrowser(shop, call, link),
    sessionId: call.locals.session?.id,
  }
  const used = await withLoginLog(shop, attempt, redeemLink(shop, token, redeemer))
  logLogin(shop, { ...attempt, customer: used?.customerId ?? null }, used ? 'signed_in' : 'link_over')
  if (!used) throw new ProblemError(401, 'link_over')
  await refundAttempt(tries)
  const login = await finishLogin(shop, call, { holder: { customerId: used.customerId }, method: 'link', cookie })
  return { login, wantsPassword: used.purpose !== 'email' }
}

/** Rehashes the password with the current cost parameters if its hash has older ones. */
async function renewHash(shop: Shop, customer: CustomerRow, password: string): Promise<CustomerRow> {
  if (customer.password_hash === null || !shop.passwords.isOutdated(customer.password_hash)) return customer
  const renewed = { ...customer, password_hash: await shop.passwords.hash(password) }
  await updateCustomer(shop.db, customer.id, { password_hash: renewed.password_hash })
  return renewed
}
