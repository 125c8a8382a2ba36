import type { Shop } from '../../platform/shop.ts'
import { redirectFrom } from './category-queries.ts'

const maxHops = 5

/**
 * Redirects with 301 where a page is missing at its address and has a new one; else returns the given answer, whose
 * empty 404 becomes the error page.
 */
export async function redirectIfMoved(answer: Response, { db }: Shop, path: string, search = ''): Promise<Response> {
  if (answer.status !== 404) return answer
  let target: string | undefined
  for (let hop = 0, at = path.replace(/(?<=[^/])\/+$/, ''); hop < maxHops; hop++) {
    const row = await redirectFrom(db, at)
    if (!row || row.target === path) break
    target = at = row.target
  }
  return target ? new Response(null, { status: 301, headers: { Location: target + search } }) : answer
}
