/** A page's value with what its caching needs: tags, and when its prices change by themselves. */
export type PageResult<Page> = { page: Page; tags: string[]; changesAt: string | null }

/** Seconds that a page may be cached: never beyond its next scheduled change. */
export function maxAgeUntil(changesAt: string | null, now: Date, most = 3600): number {
  if (changesAt === null) return most
  return Math.max(0, Math.min(most, Math.floor((Date.parse(changesAt) - now.getTime()) / 1000)))
}

/** The first of several moments (UTC ISO text); null when none is to come. */
export function earliest(...moments: readonly (string | null)[]): string | null {
  return moments.reduce((first, each) => (first === null || (each !== null && each < first) ? each : first), null)
}
