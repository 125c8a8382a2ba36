import type { APIRoute } from 'astro'
import { isLanguage } from '../../domain/locales.ts'
import { discountLink } from '../../server/catalog/discount-link.ts'
import { acceptedLanguage } from '../../server/http/asked-language.ts'
import { withProblems } from '../../server/http/endpoint.ts'

/** The legacy discount paths `/rabatt/{category-slug}/{code}` and `/rabatt/{code}` (spec section 2). */
export const GET: APIRoute = withProblems(async ({ params, url, cookies, request, locals: { shop } }) => {
  const [code, slug, ...more] = (params['link'] ?? '').split('/').filter((segment) => segment !== '').toReversed()
  if (code === undefined || more.length > 0) return new Response(null, { status: 404 })
  const remembered = cookies.get('locale')?.value
  const target = await discountLink(shop.db, {
    slug, code, search: url.search,
    chosen: isLanguage(remembered) ? remembered : undefined,
    accepted: acceptedLanguage(request.headers.get('Accept-Language')),
  })
  return new Response(null, { status: 302, headers: { Location: target, 'Cache-Control': 'no-store' } })
})
