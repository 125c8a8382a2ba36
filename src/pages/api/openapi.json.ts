import type { APIRoute } from 'astro'
import { openApiDocument } from '../../server/platform/http/calls/openapi.ts'

const HOUR_S = 3600

/** The page cache keeps it, compressed and with an ETag. */
export const GET: APIRoute = ({ cache, locals: { shop } }) => {
  cache.set({ maxAge: HOUR_S, swr: HOUR_S, tags: ['openapi'] })
  return Response.json(openApiDocument(shop.env.ORIGIN))
}
