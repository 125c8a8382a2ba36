/** The caching that a response declares for shared caches, in seconds. */
export type Caching = {
  readonly maxAge: number
  readonly staleWhileRevalidate: number
  readonly tags: ReadonlySet<string>
}

const longestNotFound = 60

/** Parses CDN-Cache-Control and Cache-Tag; undefined when the response must not be shared. */
export function declaredCaching({ status, headers }: Response): Caching | undefined {
  const control = headers.get('CDN-Cache-Control')
  if (control === null || headers.has('Set-Cookie') || (status !== 200 && status !== 404)) return undefined
  if (/\b(?:no-store|private)\b/.test(`${control} ${headers.get('Cache-Control') ?? ''}`)) return undefined
  const maxAge = seconds(control, 'max-age')
  if (maxAge === 0) return undefined
  return {
    maxAge: status === 404 ? Math.min(maxAge, longestNotFound) : maxAge,
    staleWhileRevalidate: status === 404 ? 0 : seconds(control, 'stale-while-revalidate'),
    tags: new Set(
      (headers.get('Cache-Tag') ?? '')
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
  }
}

function seconds(control: string, directive: string): number {
  return Number(new RegExp(`(?:^|[\\s,])${directive}=(\\d+)`).exec(control)?.[1] ?? 0)
}
