/** The caching that a response declares for shared caches, in seconds. */
export type Caching = {
  readonly maxAge: number
  readonly staleWhileRevalidate: number
  readonly tags: ReadonlySet<string>
}

const maxNotFoundLength = 60
const maxAgeOf = /(?:^|[\s,])max-age=(\d+)/
const staleOf = /(?:^|[\s,])stale-while-revalidate=(\d+)/

/** Parses CDN-Cache-Control and Cache-Tag; undefined when the response must not be shared. */
export function declaredCaching({ status, headers }: Response): Caching | undefined {
  const control = headers.get('CDN-Cache-Control')
  if (control === null || headers.has('Set-Cookie') || (status !== 200 && status !== 404)) return undefined
  if (/\b(?:no-store|private)\b/.test(`${control} ${headers.get('Cache-Control') ?? ''}`)) return undefined
  const maxAge = seconds(control, maxAgeOf)
  if (maxAge === 0) return undefined
  return {
    maxAge: status === 404 ? Math.min(maxAge, maxNotFoundLength) : maxAge,
    staleWhileRevalidate: status === 404 ? 0 : seconds(control, staleOf),
    tags: new Set(
      (headers.get('Cache-Tag') ?? '')
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
  }
}

function seconds(control: string, directive: RegExp): number {
  return Number(directive.exec(control)?.[1] ?? 0)
}
