/**
 * Stands where Astro would put its image endpoint: pictures are made at import, and making one for whoever asks costs a
 * second of the processor (decision 0032).
 */
export function GET(): Response {
  return new Response(null, { status: 404 })
}
