import type { CacheOptions, CacheProvider } from 'astro'

/**
 * Turns what a page declares with Astro.cache into the two headers that CDNs and the shop's own page cache
 * (server/platform/http/pages/page-cache.ts) obey.
 */
export default function cacheProvider(): CacheProvider {
  return { name: 'shop', setHeaders, invalidate }
}

function setHeaders({ maxAge = 0, swr = 0, tags = [] }: CacheOptions): Headers {
  const headers = new Headers({ 'CDN-Cache-Control': `max-age=${maxAge}, stale-while-revalidate=${swr}` })
  if (tags.length > 0) headers.set('Cache-Tag', tags.join(','))
  return headers
}

async function invalidate(): Promise<void> {
  throw new Error('Astro.cache.invalidate() knows no cache of ours: call shop.invalidate({ tags }) instead.')
}
