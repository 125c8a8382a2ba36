import { isLandingParameter } from '../../../../domain/visitors/landing-query.ts'

const redirectStatuses = new Set([301, 302, 303, 307, 308])

/**
 * Adds to a redirect within the shop the parameters of the link that led here: `atc`, `disc` and the marketing
 * parameters of spec section 4. Parameters of the target take precedence. Answers to forms and redirects to other
 * hosts are not changed.
 */
export function withLandingQuery(response: Response, method: string, asked: URL): Response {
  const target = response.headers.get('Location')
  if (
    !redirectStatuses.has(response.status) ||
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
