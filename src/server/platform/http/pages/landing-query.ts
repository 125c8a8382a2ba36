import { isLandingParameter } from '../../../../domain/landing-query.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * A redirect within the shop keeps what the link into it brought along: `atc`, `disc` and the marketing parameters of
 * spec section 4. What the target names itself stays as it is. Answers to forms and to other hosts are left alone.
 */
export function withLandingQuery(response: Response, method: string, asked: URL): Response {
  const target = response.headers.get('Location')
  if (
    !REDIRECTS.has(response.status) ||
    (method !== 'GET' && method !== 'HEAD') ||
    !target ||
    !/^\/(?![/\\])/.test(target)
  )
    return response
  const url = new URL(target, asked.origin)
  const kept = [...asked.searchParams].filter(([name]) => isLandingParameter(name) && !url.searchParams.has(name))
  if (kept.length === 0) return response
  for (const [name, value] of kept) url.searchParams.append(name, value)
  const headers = new Headers(response.headers)
  headers.set('Location', url.pathname + url.search + url.hash)
  return new Response(response.body, { status: response.status, headers })
}
