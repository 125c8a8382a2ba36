import type { APIContext, APIRoute } from 'astro'
import { fallbackLanguage, isLanguage, type Language } from '../../domain/places/locales.ts'
import { translator } from '../../i18n/translator.ts'
import { discountLink } from '../../server/catalog/discount-link.ts'
import { acceptedLanguage } from '../../server/platform/http/calls/asked-language.ts'
import { withProblems } from '../../server/platform/http/calls/endpoint.ts'

/** The legacy discount paths `/rabatt/{category-slug}/{code}` and `/rabatt/{code}` (spec section 2). */
export const GET: APIRoute = withProblems(async (context) => {
  const { params, url, cookies, request, locals } = context
  const [code, slug, ...more] = (params['link'] ?? '')
    .split('/')
    .filter((segment) => segment !== '')
    .toReversed()
  const remembered = cookies.get('locale')?.value
  const chosen = isLanguage(remembered) ? remembered : undefined
  const accepted = acceptedLanguage(request.headers.get('Accept-Language'))
  if (code === undefined || more.length > 0) return missingPage(context, chosen ?? accepted ?? fallbackLanguage)
  const target = await discountLink(locals.shop.db, { slug, code, search: url.search, chosen, accepted })
  return new Response(null, { status: 302, headers: { Location: target, 'Cache-Control': 'no-store' } })
})

/** The page for what is not there: an empty answer of an endpoint stays empty. */
function missingPage({ locals, rewrite }: APIContext, language: Language): Promise<Response> {
  locals.shopping = { ...locals.shopping, language }
  locals.t = translator(language)
  return rewrite('/404')
}
