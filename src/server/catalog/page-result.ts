/** A page's value with what its caching needs: tags, and when its prices change by themselves. */
export type PageResult<Page> = { page: Page; tags: string[]; changesAt: string | null }

/** Seconds that a page may be cached: never beyond its next scheduled change. */
export function maxAgeUntil(changesAt: string | null, now: Date, most = 3600): number {
  if (changesAt === null) return most
  return Math.max(0, Math.min(most, Math.floor((Date.parse(changesAt) - now.getTime()) / 1000)))
}
