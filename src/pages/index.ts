import type { APIRoute } from 'astro'
import { href } from '../routes.ts'

/** The bare address leads to the language that the browser prefers. */
export const GET: APIRoute = ({ preferredLocaleList, request }) => {
  const asked = preferredLocaleList?.[0] ?? request.headers.get('Accept-Language') ?? ''
  const language = /^sv\b/i.test(asked) ? 'sv' : 'en'
  return new Response(null, { status: 302, headers: { Location: href(language, 'home'), Vary: 'Accept-Language' } })
}
