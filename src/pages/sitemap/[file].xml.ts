import type { APIRoute } from 'astro'
import { sitemapText } from '../../server/catalog/sitemap/sitemap.ts'

/** Streams one file of the sitemap, uncompressed, so that its length costs no memory. */
export const GET: APIRoute = async ({ locals: { shop }, params: { file = '' } }) => {
  const pieces = await sitemapText(shop, file)
  if (!pieces) return new Response(null, { status: 404 })
  return new Response(streamOf(pieces), {
    headers: { 'Content-Type': 'application/xml', 'Cache-Control': 'public, max-age=3600, no-transform' },
  })
}

function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
