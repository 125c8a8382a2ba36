import type { APIContext, MiddlewareNext } from 'astro'
import { consolePath } from './console-routes.ts'
import { isLanguage, languages } from './domain/places/locales.ts'
import { startContext } from './domain/places/shopping-context.ts'
import { translator } from './i18n/translator.ts'
import { forgetAnswers, leadToAnswer, showAnswer, takeAnswerSecret } from './server/console/frame/kept-answers.ts'
import { identifyStaff, type StaffSession } from './server/identity/staff/staff-session.ts'
import { missing } from './server/platform/http/pages/page-result.ts'

/** What a request of the console may load and where its forms may go: nothing and nowhere but here. */
const formTargets = /form-action [^;]*/

/**
 * Who works in the console, in which language. Nothing of it is cached, indexed or framed; with an address of its own
 * (CONSOLE_ORIGIN) it does not exist anywhere else.
 */
export async function consoleRequest(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const { locals, request } = context
  const { env, settings } = locals.shop
  if (env.CONSOLE_ORIGIN && request.headers.get('Host') !== new URL(env.CONSOLE_ORIGIN).host) return missing()
  locals.staff = await identifyStaff(locals.shop, context, context.originPathname !== consolePath('news'))
  const language = locals.staff?.staff.language ?? preferredLanguage(request)
  locals.locale = settings.locale(language)
  locals.seller = settings.seller(language)
  locals.features = settings.all.features
  locals.sales = settings.all.sales
  locals.shopping = startContext(locals.locale)
  locals.t = translator(language)
  locals.customerId = locals.session = null
  const response = locals.staff?.row.stage === 'full' ? await answerTo(context, locals.staff, next) : await next()
  const isUnknown = response.status === 404 && response.body === null && locals.staff !== null
  return guarded(isUnknown ? await context.rewrite(unknownAddress(context)) : response)
}

/** The screen, or the answer to a form at an address of its own; a script that sends a form reads the answer itself. */
async function answerTo(context: APIContext, session: StaffSession, next: MiddlewareNext): Promise<Response> {
  const { locals, request, url } = context
  const secret = takeAnswerSecret(url)
  const asking = { shop: locals.shop, session, url, secret }
  if (request.method !== 'POST') return secret === '' ? next() : showAnswer(asking)
  const response = await next()
  const isPage = request.headers.get('Accept')?.includes('text/html') && response.body !== null
  if (locals.isAnswerKept === true && isPage) return leadToAnswer(asking, response)
  if (secret !== '' && response.status < 400) await forgetAnswers(asking)
  return response
}

/** A request for the screen that says that nothing is here. It is never a post, whose body has been read. */
function unknownAddress({ url, request }: APIContext): Request {
  return new Request(new URL(consolePath('missing'), url), { headers: request.headers })
}

function guarded(response: Response): Response {
  const { headers } = response
  const policy = headers.get('Content-Security-Policy')
  if (policy) headers.set('Content-Security-Policy', policy.replace(formTargets, "form-action 'self'"))
  if (!headers.get('Cache-Control')?.includes('no-store')) headers.set('Cache-Control', 'no-store')
  headers.set('X-Robots-Tag', 'noindex, nofollow')
  headers.set('Referrer-Policy', 'same-origin')
  return response
}

function preferredLanguage({ headers }: Request) {
  const asked = (headers.get('Accept-Language') ?? '').slice(0, 200).split(',')
  const codes = asked.map((each) => each.trim().slice(0, 2).toLowerCase())
  return codes.find(isLanguage) ?? languages[0]
}
