/** The data of a personal page, or a response to send instead. */
export type PageAnswer<Page> = Response | { page: Page; status: number }

/** Redirects to a path of this shop with 303, so that a reload does not repeat the form. */
export function goTo(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path } })
}

/** Answers 404, both for what does not exist and for another customer's data. */
export function missing(): Response {
  return new Response(null, { status: 404 })
}

export function shown<Page>(page: Page, status = 200): { page: Page; status: number } {
  return { page, status }
}
