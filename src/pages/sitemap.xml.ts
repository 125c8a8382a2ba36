import type { APIRoute } from 'astro'
import { sitemapIndex } from '../server/catalog/sitemap/sitemap.ts'

export const GET: APIRoute = async ({ locals: { shop } }) =>
  new Response(await sitemapIndex(shop), {
    headers: { 'Content-Type': 'application/xml', 'Cache-Control': 'public, max-age=3600' },
  })
