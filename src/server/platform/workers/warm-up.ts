import type { PageCache } from '../http/pages/page-cache.ts'
import { pageKeyOf } from '../http/pages/page-key.ts'

/** How many pages a worker tells the one that takes its place. */
export const maxPopularPages = 300
const maxMs = 10_000
/** Few, because other workers serve on the same cores meanwhile. */
const atOnce = 2

type Options = { readonly maxMs?: number; readonly now?: () => number }

/**
 * Renders pages by the texts of their keys before a worker serves, for at most ten seconds. Its first pages take many
 * times as long as later ones: nothing is cached, and the engine has compiled nothing. Pages that fail are left out.
 */
export async function warmUp(
  cache: Pick<PageCache, 'warm'>,
  keys: readonly string[],
  { maxMs: maxLength = maxMs, now = () => performance.now() }: Options = {},
): Promise<void> {
  const end = now() + maxLength
  const queue = keys.values()
  const renderEach = async (): Promise<void> => {
    for (const text of queue) {
      if (now() >= end) return
      await cache.warm(pageKeyOf(text)).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: atOnce }, renderEach))
}
