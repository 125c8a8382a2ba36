import type { APIContext } from 'astro'
import { asCustomerPath } from '../../../domain/staff/as-customer.ts'
import { matchScreen, type Screen } from '../../../routes.ts'
import { plainPage, plainPageHeaders } from '../../platform/http/answers/plain-page.ts'
import { ProblemError, problemResponse } from '../../platform/http/answers/problem.ts'

/** All that staff may change as a customer; reading a cart's prices is a POST too. */
const openCalls: ReadonlySet<string> = new Set(['/api/sync-cart', '/api/sync-coupons'])
/** Screens that begin something only by being opened: a payment, an order, a login. */
const closedScreens: ReadonlySet<Screen> = new Set(['checkout-id', 'login', 'sandbox-payment'])
const closedCalls = /^\/api\/(?:payments|v1)\//

/**
 * Whether staff may ask for this as a customer: everything that only shows, and the cart. A link of a mail does
 * something by its token alone, so it is the customer's to open.
 */
export function isOpenAsCustomer(method: string, { pathname, searchParams }: URL): boolean {
  if (pathname === asCustomerPath) return true
  if (method !== 'GET' && method !== 'HEAD') return openCalls.has(pathname)
  const screen = matchScreen(pathname)?.screen
  return !searchParams.has('token') && !closedCalls.test(pathname) && !(screen && closedScreens.has(screen))
}

/** The answer to what staff may not do as a customer, which says why; undefined for everything else. */
export function asCustomerRefusal({ request, url, originPathname, locals }: APIContext): Response | undefined {
  // Astro ends the path of a call with a slash.
  const requested = new URL(originPathname.replace(/(?!^)\/$/, '') + url.search, url)
  if (isOpenAsCustomer(request.method, requested)) return undefined
  const { t, shopping, matched, requestId } = locals
  if (!matched) return problemResponse(new ProblemError(403, 'as_customer'), requestId)
  const page = plainPage({
    language: shopping.language,
    title: t('console-customers:visit_refused'),
    text: t('console-customers:visit_refused_help'),
    leadsHome: true,
  })
  return new Response(new Uint8Array(page), { status: 403, headers: headersOf() })
}

/** The headers of a plain page, as a response takes them. */
export function headersOf(): Headers {
  const headers = new Headers()
  plainPageHeaders.forEach((name, at) => at % 2 === 0 && headers.set(name, plainPageHeaders[at + 1] ?? ''))
  return headers
}
