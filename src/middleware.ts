import type { APIContext, MiddlewareNext } from 'astro'
import { defineMiddleware } from 'astro:middleware'
import { cacheableQuery } from './cacheable-pages.ts'
import { consoleRequest } from './console-middleware.ts'
import { isConsolePath } from './console-routes.ts'
import { currencyById } from './domain/money/currencies.ts'
import { fallbackLanguage, isLanguage } from './domain/places/locales.ts'
import { startContext, type ShoppingContext } from './domain/places/shopping-context.ts'
import { offeredCurrency, soldCountry } from './domain/settings/sales.ts'
import { mayTagsRun } from './features/consent/tags-here.ts'
import { translator } from './i18n/translator.ts'
import { matchScreen, pageFilePath } from './routes.ts'
import { developmentShop } from './server/development-shop.ts'
import { runPageMiddleware } from './server/identity/access/page-middleware.ts'
import { authUserOf } from './server/identity/sessions/auth-user.ts'
import { identify } from './server/identity/sessions/identify.ts'
import { buyerOf, mayHaveOwnPrices } from './server/identity/sessions/own-prices.ts'
import { asCustomerRefusal } from './server/identity/staff/as-customer-rules.ts'
import { customerVisit } from './server/identity/staff/customer-visits.ts'
import { toProblem, problemResponse } from './server/platform/http/answers/problem.ts'
import { pathLanguage } from './server/platform/http/answers/refused-page.ts'

/**
 * Language, screen and region of every request of the storefront; the console has its own. A screen's localized path
 * is rewritten to its one page file. Pages take the region from cookies alone, which are in the page cache's key; calls
 * may also name it in their query.
 */
export const onRequest = defineMiddleware(async (context, next) => {
  const { locals } = context
  locals.shop ??= await developmentShop()
  if (locals.shopping) return next()
  return isOfConsole(context) ? consoleRequest(context, next) : storefrontRequest(context, next)
})

/** Whether the console answers; for other paths below it the storefront shows its page for unknown addresses. */
function isOfConsole({ originPathname, routePattern }: APIContext): boolean {
  return isConsolePath(originPathname) && routePattern !== '/404'
}

async function storefrontRequest(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const { locals, url } = context
  const matched = matchScreen(context.originPathname)
  const language = matched?.language ?? pathLanguage(context.originPathname) ?? languageOf(url)
  const chosen = (name: 'cid' | 'cc') =>
    (matched ? undefined : url.searchParams.get(name)) ?? context.cookies.get(name)?.value
  locals.locale = locals.shop.settings.locale(language)
  locals.seller = locals.shop.settings.seller(language)
  locals.features = locals.shop.settings.all.features
  locals.sales = locals.shop.settings.all.sales
  locals.shopping = regionOf(locals, { cid: chosen('cid'), cc: chosen('cc') })
  locals.t = translator(language)
  locals.matched = matched
  locals.customerId = locals.session = null
  locals.asCustomer = locals.isShared ? null : await customerVisit(locals.shop, context.cookies)
  if (locals.asCustomer) return visitAsCustomer(context, next)
  if (isForBuyer(context)) return pageForBuyer(context, next)
  if (!isForEverybody(context)) {
    const failed = await identifyVisitor(context)
    if (failed) return failed
  }
  return screenRequest(context, next)
}

/** A public page or call of a browser that belongs to somebody with agreed prices. */
function isForBuyer({ locals, cookies, originPathname }: APIContext): boolean {
  return !locals.isShared && cacheableQuery(originPathname) !== undefined && mayHaveOwnPrices(locals.shop.env, cookies)
}

/** Renders the public page with the buyer's own prices; no cache may store it. */
async function pageForBuyer(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const { locals, cookies } = context
  const session = await identify(locals.shop, context)
  const buyer = await buyerOf(locals.shop, cookies, session?.customer?.id ?? null)
  locals.shopping = { ...locals.shopping, buyer }
  return withoutCaching(await screenRequest(context, next))
}

async function screenRequest(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const { matched, shop } = context.locals
  const { url } = context
  if (!matched) return next()
  const stopped = await runPageMiddleware(shop.env, matched.screen, context)
  if (stopped) return stopped
  const target = pageFilePath(matched)
  const response = await (target === url.pathname.replace(/\/$/, '') ? next() : next(target + url.search))
  if (!mayTagsRun(matched.screen, url.searchParams)) hideAddress(response)
  return response
}

/** Shows a staff member the storefront as a customer: no cache stores it, and most calls that write are refused. */
async function visitAsCustomer(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const { locals } = context
  const { asCustomer } = locals
  locals.session = asCustomer?.session ?? null
  locals.customerId = locals.session?.customer?.id ?? null
  if (locals.matched) locals.user = locals.session && (await authUserOf(locals.shop, locals.session))
  locals.shopping = { ...locals.shopping, buyer: locals.customerId }
  return withoutCaching(asCustomerRefusal(context) ?? (await screenRequest(context, next)))
}

function withoutCaching(response: Response): Response {
  response.headers.set('Cache-Control', 'private, no-store')
  for (const name of ['CDN-Cache-Control', 'Cache-Tag']) response.headers.delete(name)
  return response
}

/** Hides the URL from the next page, where tags may run: a URL may open an order. */
function hideAddress({ headers }: Response): void {
  if (!headers.has('Referrer-Policy') && headers.get('Content-Type')?.startsWith('text/html'))
    headers.set('Referrer-Policy', 'strict-origin')
}

/**
 * What the page cache may hold is made without knowing who asks, even where this request is answered past the cache.
 * Other systems come with a key, which the call itself asks for: no shopper's session counts there.
 */
function isForEverybody({ locals, originPathname }: APIContext): boolean {
  return locals.isShared || originPathname.startsWith('/api/v1/') || cacheableQuery(originPathname) !== undefined
}

/**
 * Identifies the visitor by a session; pages also get the user that they show in the browser. Returns the problem of a
 * call for which that failed.
 */
async function identifyVisitor(context: APIContext): Promise<Response | undefined> {
  const { locals } = context
  try {
    locals.session = await identify(locals.shop, context)
    locals.customerId = locals.session?.customer?.id ?? null
    locals.shopping = { ...locals.shopping, buyer: await buyerOf(locals.shop, context.cookies, locals.customerId) }
    if (locals.matched) locals.user = locals.session && (await authUserOf(locals.shop, locals.session))
    return undefined
  } catch (error) {
    if (locals.matched) throw error
    return problemResponse(toProblem(error), locals.requestId)
  }
}

/** Calls name their language in the query parameter `locale` (spec section 7). */
function languageOf(url: URL) {
  const locale = url.searchParams.get('locale')?.slice(0, 2)
  return isLanguage(locale) ? locale : fallbackLanguage
}

/** Currency and country as asked for, where the shop sells in and to them; others are ignored. */
function regionOf(
  { locale, sales }: Pick<App.Locals, 'locale' | 'sales'>,
  asked: { cid?: string | undefined; cc?: string | undefined },
): ShoppingContext {
  const fallback = startContext(locale)
  return {
    language: locale.code,
    currency: offeredCurrency(sales, currencyById(Number(asked.cid))) ?? fallback.currency,
    country: soldCountry(sales, asked.cc) ?? fallback.country,
    home: fallback.home,
  }
}
