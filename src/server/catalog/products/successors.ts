import type { Language } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { namesOf, successorRows } from './successor-queries.ts'

/** Most replacements after each other that are followed. */
const maxSteps = 10

type Step = { id: string; isSold: boolean }
export type Successor = { id: string; sku: string; name: string; path: string }

/**
 * Finds the products that replace others: of a part that was replaced several times, the last that is sold. Products
 * without a successor are not in the answer.
 */
export async function successorIds(db: Queryable, productIds: readonly string[]): Promise<Map<string, string>> {
  const next = new Map<string, Step>()
  let pending = [...new Set(productIds)]
  for (let step = 0; pending.length > 0 && step < maxSteps; step += 1) {
    for (const row of await successorRows(db, pending))
      if (!next.has(row.product_id))
        next.set(row.product_id, { id: row.related_id, isSold: row.status === 'published' })
    const found = new Set(pending.flatMap((id) => next.get(id)?.id ?? []))
    pending = [...found].filter((id) => !next.has(id))
  }
  return new Map(
    [...new Set(productIds)].flatMap((id) => {
      const last = lastOf(id, next)
      return last === undefined ? [] : [[id, last] as const]
    }),
  )
}

/** Follows replacements to the last product that is sold; a circle ends before it returns. */
function lastOf(id: string, next: ReadonlyMap<string, Step>): string | undefined {
  const seen = new Set([id])
  let last: string | undefined
  for (let step = next.get(id); step && !seen.has(step.id); step = next.get(step.id)) {
    seen.add(step.id)
    if (step.isSold) last = step.id
  }
  return last
}

/** Names the products that replace others, with their pages. */
export async function successorsOf(
  db: Queryable,
  language: Language,
  productIds: readonly string[],
): Promise<Map<string, Successor>> {
  const ids = await successorIds(db, productIds)
  if (ids.size === 0) return new Map()
  const names = await namesOf(db, language, [...new Set(ids.values())])
  const byId = new Map(
    names.map(({ slug, ...named }) => [named.id, { ...named, path: href(language, 'product', { slug }) }]),
  )
  return new Map(
    [...ids].flatMap(([old, id]) => {
      const successor = byId.get(id)
      return successor ? [[old, successor] as const] : []
    }),
  )
}
