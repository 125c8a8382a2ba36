import type { AstroGlobal } from 'astro'
import { maxAgeUntil } from './page-result.ts'
import type { Shop } from '../../shop.ts'

type Part = { tags?: readonly string[]; changesAt: string | null }

/** Lets shared caches keep the page until one of its tags or prices changes (design: "Pages declare caching"). */
export function cachePage({ cache }: Pick<AstroGlobal, 'cache'>, shop: Shop, parts: readonly Part[]): void {
  const now = shop.now()
  const maxAge = Math.min(...parts.map((part) => maxAgeUntil(part.changesAt, now)))
  const tags = [...new Set([...parts.flatMap((part) => part.tags ?? []), 'layout'])]
  cache.set({ maxAge, swr: Math.min(60, maxAge), tags })
}
