/**
 * Replaces Astro's image endpoint: pictures are created at import, and creating one per request costs a second of
 * processor time (decision 0032).
 */
export function GET(): Response {
  return new Response(null, { status: 404 })
}
