import type { APIContext } from 'astro'
import type { LoginMode, LoginPage } from '../../../contracts/customer-pages/login-page.ts'
import { href, matchScreen } from '../../../routes.ts'
import { goTo, privatePage, type PageResult, type ShownPage } from '../../platform/http/pages/page-result.ts'
import { hashSecret } from '../../platform/ids.ts'
import { customerById } from '../customer-queries.ts'
import { readSecretCookie, writeSecretCookie } from '../sessions/session-cookies.ts'
import type { Session } from '../sessions/session.ts'
import type { Shop } from '../shop.ts'
import { isAskingBrowser } from './asking-browser.ts'
import { isFresh } from './change-login.ts'
import { liveLink, orderOfLink, type LinkRow } from './link-queries.ts'
import { linkMinutes } from './links.ts'
import { isAskingSession } from './redeem-link.ts'

/** The parts of Astro's request that the login screen needs. */
export type LoginRequest = Pick<APIContext, 'request' | 'cookies' | 'clientAddress' | 'locals' | 'url'>
export type LoginForm = Extract<LoginPage, { kind: 'form' }>

/**
 * Loads the login screen. Moves a mailed token from the address into a cookie that no script can read, so that it is
 * not in the history, logs or Referer; opening the page does not use the link up.
 */
export async function showLogin(shop: Shop, { url, cookies, locals }: LoginRequest): Promise<PageResult<LoginPage>> {
  const {
    shopping: { language },
    session,
  } = locals
  const token = url.searchParams.get('token')
  if (token !== null) {
    writeSecretCookie(shop.env, cookies, 'login_link', token.slice(0, 200), linkMinutes * 60)
    return goTo(href(language, 'login', {}, { link: 1 }))
  }
  if (url.searchParams.has('link')) return showLink(shop, { cookies, locals })
  const mode = requestedMode(url, session)
  if (session && mode !== 'change_password') return goTo(ownPath(locals))
  const form = emptyForm(shop, locals, mode, safeNext(url.searchParams.get('next')))
  return privatePage(url.searchParams.has('lost') ? { ...form, notice: 'form_lost' } : form)
}

/**
 * Loads the confirmation for the link in this browser's cookie; an invalid link leads back to the form, or tells who is
 * signed in.
 */
export async function showLink(
  shop: Shop,
  { cookies, locals }: Pick<LoginRequest, 'cookies' | 'locals'>,
): Promise<ShownPage<LoginPage>> {
  const hash = hashSecret(readSecretCookie(shop.env, cookies, 'login_link') ?? '')
  const at = shop.now().toISOString()
  const link = await liveLink(shop.db, hash, at)
  if (link) return privatePage(await questionOf(shop, { cookies, locals }, link))
  const order = await orderOfLink(shop.db, hash, at)
  if (order) return privatePage({ kind: 'order', number: order.number, isAlone: locals.session === null })
  return privatePage(overFor(locals) ?? { ...emptyForm(shop, locals, 'login', ''), fault: 'link_over' })
}

/** What somebody who is signed in is told of a link that does nothing any more: they need no form to sign in. */
export function overFor({ session }: Pick<App.Locals, 'session'>): LoginPage | undefined {
  return session
    ? { kind: 'over', email: session.customer?.email ?? '', number: session.order?.number ?? '' }
    : undefined
}

/**
 * Builds the confirmation, which names the account and what the link does, so that nobody confirms another person's
 * request unknowingly.
 */
async function questionOf(
  shop: Shop,
  { cookies, locals }: Pick<LoginRequest, 'cookies' | 'locals'>,
  link: LinkRow,
): Promise<LoginPage> {
  if (link.purpose === 'email_stop') return { kind: 'stop_email', from: link.email, to: link.name }
  if (link.purpose !== 'email')
    return {
      kind: 'link',
      email: link.email,
      isNew: link.purpose === 'register',
      isElsewhere: !isAskingBrowser(shop, { cookies }, link),
    }
  const account = await customerById(shop.db, link.customer_id ?? '')
  return {
    kind: 'new_email',
    from: account?.email ?? '',
    to: link.email,
    isHere: isAskingSession(link, locals.session?.id),
  }
}

export function emptyForm(
  shop: Shop,
  { session }: Pick<App.Locals, 'session'>,
  mode: LoginMode,
  next: string,
): LoginForm {
  const asksCurrent = session?.customer ? !isFresh(shop, session) : false
  return { kind: 'form', mode, email: '', name: '', asksCurrent, next }
}

/** Returns the start page of a signed-in visitor (spec section 2, "Account icon"). */
function ownPath({ shopping: { language }, session }: Pick<App.Locals, 'shopping' | 'session'>): string {
  return session?.order ? href(language, 'my-order', { id: session.order.number }) : href(language, 'my-account-orders')
}

/** Returns `next` if it is a path of this shop, else ''; prevents open redirects. */
export function safeNext(next: string | null): string {
  return next !== null &&
    next.length <= 500 &&
    /^\/(?:en|sv)(?:[/?][!-~]*)?$/.test(next) &&
    matchScreen(next.split('?', 1)[0] ?? '')
    ? next
    : ''
}

function requestedMode(url: URL, session: Session | null): LoginMode {
  if (url.searchParams.has('change_password') && session?.customer) return 'change_password'
  const mode = url.searchParams.get('mode')
  return mode === 'register' || mode === 'forgot' ? mode : 'login'
}
