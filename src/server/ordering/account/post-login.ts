import type { LoginReply } from '../../../contracts/calls/auth-user.ts'
import {
  loginForm,
  type LoginFault,
  type LoginMode,
  type LoginPage,
} from '../../../contracts/customer-pages/login-page.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { isEmail } from '../../../domain/visitors/emails.ts'
import { normalizedEmail } from '../../../domain/visitors/passwords.ts'
import { href } from '../../../routes.ts'
import { markBrowser } from '../../identity/login/asking-browser.ts'
import { setPassword } from '../../identity/login/change-login.ts'
import { liveLink } from '../../identity/login/link-queries.ts'
import { logInByLink, logInByPassword } from '../../identity/login/log-in.ts'
import { emptyForm, overFor, safeNext, showLink, type LoginRequest } from '../../identity/login/login-page.ts'
import { isAskingSession } from '../../identity/login/redeem-link.ts'
import { requestLoginLink } from '../../identity/login/request-login-link.ts'
import { stopEmailChange } from '../../identity/login/stop-email-change.ts'
import { customerOf } from '../../identity/sessions/guards.ts'
import { signOut } from '../../identity/sessions/own-sessions.ts'
import { writeRegion } from '../../identity/sessions/region-cookies.ts'
import { clearSecretCookie, readSecretCookie } from '../../identity/sessions/session-cookies.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { goTo, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import { hashSecret } from '../../platform/ids.ts'
import { mergeCookieCart } from '../cart/cookie-cart.ts'
import type { Shop } from '../shop.ts'
import { logInByOrderLink } from './order-login.ts'

type Posted = {
  email: string
  name: string
  password: string
  current: string
  next: string
  hasScript: boolean
  everywhere: boolean
}
type Action = (shop: Shop, request: LoginRequest, posted: Posted) => Promise<PageResult<LoginPage>>

const faults = new Set<string>([
  'required',
  'email_invalid',
  'wrong_login',
  'wrong_password',
  'link_over',
  'too_many_tries',
  'session_over',
  'password_too_short',
  'password_too_long',
  'password_too_common',
] satisfies LoginFault[])

const actions: Record<string, Action> = {
  login: async (shop, request, { email, password, next, hasScript }) => {
    const { user } = await logInByPassword(shop, request, {
      email: required(email),
      password: required(password),
      cookie: true,
    })
    await mergeCart(shop, request, user, hasScript)
    return goOn(shop, request, user, next || href(request.locals.shopping.language, 'my-account-orders'))
  },
  register: (shop, request, posted) => mailLink(shop, request, 'register', { ...posted, name: required(posted.name) }),
  forgot: (shop, request, posted) => mailLink(shop, request, 'reset', posted),
  change_password: async (shop, request, { password, current }) => {
    await setPassword(shop, request, customerOf(request), { password, currentPassword: current || undefined })
    return goTo(href(request.locals.shopping.language, 'my-account-orders'))
  },
  use_link: openCookieLink,
  // The login page then tells the browser's script that the session has ended.
  log_out: async (shop, request, { everywhere }) => {
    await signOut(shop, request, everywhere)
    return goTo(href(request.locals.shopping.language, 'login'))
  },
}

/** Handles a form of the login page, sent with or without script. An error shows the form again with its reason. */
export async function postLogin(shop: Shop, request: LoginRequest): Promise<PageResult<LoginPage>> {
  const form = await readForm(request.request, loginForm)
  const named = form.action
  const posted = {
    email: normalizedEmail(form.email),
    name: form.name,
    password: form.password,
    current: form.current_password,
    next: safeNext(form.next),
    hasScript: form.script === '1',
    everywhere: form.everywhere === '1',
  }
  const action = Object.hasOwn(actions, named) ? actions[named] : undefined
  try {
    return action ? await action(shop, request, posted) : showRefusal(shop, request, 'login', posted, 'required')
  } catch (thrown) {
    if (!(thrown instanceof ProblemError) || !isFault(thrown.code)) throw thrown
    return showRefusal(shop, request, modeOf(named), posted, thrown.code)
  }
}

/**
 * Signs in with the link in this browser's cookie (spec section 4, "Login by token in the URL"). It needs a POST, so
 * that mail scanners that open links do not use it up. Redirects to my-account orders, whose query opens the password
 * dialog, or to the profile with its new address.
 */
async function openCookieLink(
  shop: Shop,
  request: LoginRequest,
  { hasScript }: Posted,
): Promise<PageResult<LoginPage>> {
  const {
    cookies,
    locals: {
      shopping: { language },
      session,
    },
  } = request
  const token = readSecretCookie(shop.env, cookies, 'login_link') ?? ''
  const link = await liveLink(shop.db, hashSecret(token), shop.now().toISOString())
  if (link?.purpose === 'email' && !isAskingSession(link, session?.id))
    return { ...(await showLink(shop, request)), status: 409 }
  clearSecretCookie(shop.env, cookies, 'login_link')
  if (link?.purpose === 'email_stop') return showEmailStopped(shop, request, token)
  if (!link) return openOrderLink(shop, request, token)
  const { login, wantsPassword } = await logInByLink(shop, request, { token, cookie: true })
  await mergeCart(shop, request, login.user, hasScript)
  return goOn(shop, request, login.user, pathAfter(language, wantsPassword, hasScript))
}

/** The profile says which address is the new one; the query of the others opens the form for a password. */
function pathAfter(language: Language, wantsPassword: boolean, hasScript: boolean): string {
  if (!wantsPassword) return `${href(language, 'my-account-profile-edit', {}, { saved: 'new_email' })}#email`
  return href(language, hasScript ? 'my-account-orders' : 'login', {}, { change_password: 'new' })
}

async function openOrderLink(shop: Shop, request: LoginRequest, token: string): Promise<PageResult<LoginPage>> {
  const { user } = await logInByOrderLink(shop, request, { token, cookie: true })
  return goOn(shop, request, user, href(request.locals.shopping.language, 'my-order', { id: user.order_id ?? '' }))
}

/** Cancels an e-mail change from the old address and shows the form for a new password, with that address filled in. */
async function showEmailStopped(shop: Shop, { locals }: LoginRequest, token: string): Promise<PageResult<LoginPage>> {
  const email = await stopEmailChange(shop, token)
  if (email === null) throw new ProblemError(401, 'link_over')
  return privatePage({ ...emptyForm(shop, { ...locals, session: null }, 'forgot', ''), email, notice: 'email_stopped' })
}

/** Merges the carts if the browser has no script; script requests it itself (features/account/login/adopt-user.ts). */
async function mergeCart(
  shop: Shop,
  { cookies, locals }: LoginRequest,
  { id }: LoginReply['user'],
  hasScript: boolean,
): Promise<void> {
  if (!hasScript && id) await mergeCookieCart(shop, locals.shopping, cookies, id)
}

async function mailLink(
  shop: Shop,
  { clientAddress, cookies, locals }: LoginRequest,
  purpose: 'register' | 'reset',
  { email, name }: Posted,
): Promise<PageResult<LoginPage>> {
  if (!isEmail(required(email))) throw new ProblemError(422, 'email_invalid')
  const { language, country, currency } = locals.shopping
  const browser = markBrowser(shop, { cookies })
  await requestLoginLink(
    shop,
    { clientAddress, cookies },
    {
      purpose,
      email,
      name,
      language,
      country,
      currency_id: String(currency.id),
      customer_id: '',
      browser,
    },
  )
  return privatePage({ kind: 'sent', email })
}

function goOn(shop: Shop, { cookies }: LoginRequest, user: LoginReply['user'], path: string): PageResult<LoginPage> {
  writeRegion(shop.env, cookies, user)
  return goTo(path)
}

function showRefusal(
  shop: Shop,
  { locals }: LoginRequest,
  mode: LoginMode,
  { email, name, next }: Posted,
  fault: LoginFault,
): PageResult<LoginPage> {
  const over = fault === 'link_over' ? overFor(locals) : undefined
  const form = { ...emptyForm(shop, locals, mode, next), email, name, fault }
  return privatePage(over ?? form, fault === 'too_many_tries' ? 429 : 422)
}

function modeOf(action: string): LoginMode {
  return action === 'register' || action === 'forgot' || action === 'change_password' ? action : 'login'
}

function required(text: string): string {
  if (text === '') throw new ProblemError(422, 'required')
  return text
}

function isFault(code: string): code is LoginFault {
  return faults.has(code)
}
