import type { AstroGlobal } from 'astro'
import { earliest, maxAgeUntil, type ShownPage } from './page-result.ts'

/**
 * Sets the status of the page that is rendered, and lets shared caches keep a public one until its tags or prices, or
 * those of the frame around it, change (design: "Pages declare caching").
 */
export function setResponse(
  { response, cache, locals: { shop } }: Pick<AstroGlobal, 'response' | 'cache' | 'locals'>,
  { status, tags, changesAt = null }: Omit<ShownPage<unknown>, 'page'>,
  frame: { changesAt: string | null },
): void {
  response.status = status
  if (!tags) return
  const maxAge = maxAgeUntil(earliest(changesAt, frame.changesAt), shop.now())
  cache.set({ maxAge, swr: Math.min(60, maxAge), tags: [...new Set([...tags, 'layout'])] })
}
