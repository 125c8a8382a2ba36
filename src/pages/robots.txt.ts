import type { APIRoute } from 'astro'
import { robotsText } from '../server/catalog/sitemap/sitemap.ts'

export const GET: APIRoute = ({ locals: { shop } }) =>
  new Response(robotsText(shop), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
