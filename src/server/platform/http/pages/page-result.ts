/** What the function of a page returns: the page to show, or a response to send instead, such as a redirect. */
export type PageResult<Page> = ShownPage<Page> | Response

/** `page`: the data that the .astro page shows. */
export type ShownPage<Page> = {
  page: Page
  status: number
  /** Cache tags; only public pages have them. */
  tags?: string[]
  /** The time of the next scheduled change (UTC ISO text). */
  changesAt?: string | null
}

/** A page that is the same for everybody: caches may keep it until one of its tags or prices changes. */
export type PublicPage<Page> = Required<ShownPage<Page>>

/** A page for one visitor, which no shared cache may keep. */
export function privatePage<Page>(page: Page, status = 200): ShownPage<Page> {
  return { page, status }
}

export function publicPage<Page>(page: Page, caching: Pick<PublicPage<Page>, 'tags' | 'changesAt'>): PublicPage<Page> {
  return { page, status: 200, ...caching }
}

/** Redirects with 303, so that a reload does not repeat the form. */
export function goTo(address: string): Response {
  return new Response(null, { status: 303, headers: { Location: address } })
}

/** Answers 404, both for what does not exist and for another customer's data. */
export function missing(): Response {
  return new Response(null, { status: 404 })
}

/** Returns for how many seconds a page may be cached: at most until its next scheduled change. */
export function maxAgeUntil(changesAt: string | null, now: Date, max = 3600): number {
  if (changesAt === null) return max
  return Math.max(0, Math.min(max, Math.floor((Date.parse(changesAt) - now.getTime()) / 1000)))
}

/** Returns the earliest of several moments (UTC ISO text); null when there is none. */
export function earliest(...moments: readonly (string | null)[]): string | null {
  return moments.reduce((first, each) => (first === null || (each !== null && each < first) ? each : first), null)
}
