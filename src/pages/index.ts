import type { APIRoute } from 'astro'
import { choiceDays } from '../domain/places/choice-cookies.ts'
import { fallbackLanguage, isLanguage } from '../domain/places/locales.ts'
import { href } from '../routes.ts'
import { acceptedLanguage } from '../server/platform/http/calls/asked-language.ts'
import { queryWithout, withQuery } from '../server/platform/http/calls/query-text.ts'

const daySeconds = 86_400

/**
 * The bare address leads to the language that its parameter `locale` names, which is remembered; else to the remembered
 * one, else to the one the browser prefers. Other parameters travel along.
 */
export const GET: APIRoute = ({ cookies, request, url }) => {
  const requested = url.searchParams.get('locale') ?? undefined
  if (isLanguage(requested)) {
    cookies.set('locale', requested, {
      path: '/',
      maxAge: choiceDays.locale * daySeconds,
      sameSite: 'lax',
      secure: url.protocol === 'https:',
    })
  }
  const remembered = cookies.get('locale')?.value
  const language = isLanguage(remembered)
    ? remembered
    : (acceptedLanguage(request.headers.get('Accept-Language')) ?? fallbackLanguage)
  const target = withQuery(href(language, 'home'), queryWithout(url.search, ['locale']))
  return new Response(null, { status: 302, headers: { Location: target, 'Cache-Control': 'no-store' } })
}
