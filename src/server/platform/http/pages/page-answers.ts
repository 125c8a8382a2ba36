/** What a personal page is made of, or where its request leads instead. */
export type PageAnswer<Page> = Response | { page: Page; status: number }

/** Goes on to a path of this shop, so that a reload repeats nothing. */
export function goTo(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path } })
}

/** Nothing here, whether it does not exist or is somebody else's. */
export function missing(): Response {
  return new Response(null, { status: 404 })
}

export function shown<Page>(page: Page, status = 200): { page: Page; status: number } {
  return { page, status }
}
