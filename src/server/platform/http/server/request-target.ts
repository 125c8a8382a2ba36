import { ProblemError } from '../answers/problem.ts'

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const maxTargetLength = 8192
const controlOrBackslash = /[\u0000-\u001f\u007f\\]/
const dotSegment = /(?:^|\/)\.{1,2}(?:\/|$)/
/** More often than Astro and the matching of screens decode a path together. */
const maxDecodings = 12

/** Refuses methods that no page or call supports. */
export function checkMethod(method: string | undefined): void {
  if (method === undefined || !knownMethods.has(method)) {
    throw new ProblemError(405, 'method_not_allowed', { headers: { Allow: [...knownMethods].join(', ') } })
  }
}

/**
 * Returns the request's URL on the shop's origin, ignoring the Host header. Throws 400 for malformed paths, 414 for
 * too long ones.
 */
export function requestUrl(target: string | undefined, origin: string): URL {
  if (target === undefined || !target.startsWith('/')) throw new ProblemError(400, 'bad_url')
  if (target.length > maxTargetLength) throw new ProblemError(414, 'url_too_long')
  const end = target.search(/[?#]/)
  const path = decoded(end === -1 ? target : target.slice(0, end))
  if (controlOrBackslash.test(path) || !URL.canParse(origin + target)) throw new ProblemError(400, 'bad_url')
  const url = new URL(origin + target)
  if (hasHiddenDots(url.pathname)) throw new ProblemError(400, 'bad_url')
  return url
}

/**
 * Whether a path has segments `.` or `..` once its escapes are decoded: a URL resolves those that are plain, and a
 * screen's path would lead to another page with the others.
 */
function hasHiddenDots(pathname: string): boolean {
  let path = pathname
  for (let times = 0; times < maxDecodings && path.includes('%'); times += 1) {
    try {
      path = decodeURIComponent(path)
    } catch {
      return false
    }
    if (dotSegment.test(path)) return true
  }
  return false
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new ProblemError(400, 'bad_url')
  }
}
