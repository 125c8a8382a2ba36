/** A page's data with its cache tags and the time of its next price change. */
export type PageResult<Page> = { page: Page; tags: string[]; changesAt: string | null }

/** Returns for how many seconds a page may be cached: at most until its next scheduled change. */
export function maxAgeUntil(changesAt: string | null, now: Date, most = 3600): number {
  if (changesAt === null) return most
  return Math.max(0, Math.min(most, Math.floor((Date.parse(changesAt) - now.getTime()) / 1000)))
}

/** Returns the earliest of several moments (UTC ISO text); null when there is none. */
export function earliest(...moments: readonly (string | null)[]): string | null {
  return moments.reduce((first, each) => (first === null || (each !== null && each < first) ? each : first), null)
}
