import type { Shop } from '../../platform/shop.ts'
import { redirectFrom } from './category-queries.ts'

const mostHops = 5

/** Answers for a page that does not exist: 301 to its new address, else an empty 404 that becomes the error page. */
export async function movedOrMissing({ db }: Shop, path: string, search = ''): Promise<Response> {
  let target: string | undefined
  for (let hop = 0, at = path.replace(/(?<=[^/])\/+$/, ''); hop < mostHops; hop++) {
    const row = await redirectFrom(db, at)
    if (!row || row.target === path) break
    target = at = row.target
  }
  return target
    ? new Response(null, { status: 301, headers: { Location: target + search } })
    : new Response(null, { status: 404 })
}
