import type { APIRoute } from 'astro'
import { languages } from '../../domain/places/locales.ts'
import { openApiDocument } from '../../server/platform/http/calls/openapi.ts'

const hourSeconds = 3600

/** The page cache keeps it, compressed and with an ETag. */
export const GET: APIRoute = ({ cache, locals: { sales, shop } }) => {
  cache.set({ maxAge: hourSeconds, swr: hourSeconds, tags: ['openapi'] })
  const storeIDs = languages.map((language) => shop.settings.locale(language).storeID)
  return Response.json(openApiDocument(shop.env.ORIGIN, storeIDs, sales))
}
