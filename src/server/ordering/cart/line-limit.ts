import type { SentLine } from '../../../contracts/calls/sync-cart.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import type { Env } from '../../platform/env.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { knownSkus } from './queries.ts'

type Limits = { readonly env: Pick<Env, 'CART_LINES_GUEST' | 'CART_LINES_CUSTOMER'> }

/** Returns the maximum number of cart lines. Signed-in customers can have more. */
export function maxCartLines({ env }: Limits, customerId: string | null | undefined): number {
  return customerId ? env.CART_LINES_CUSTOMER : env.CART_LINES_GUEST
}

/** Throws 422 too_many_lines if a cart has too many lines. No line is dropped silently. */
export function checkLineCount(shop: Limits, customerId: string | null, lines: readonly unknown[]): void {
  const max = maxCartLines(shop, customerId)
  if (lines.length <= max) return
  throw new ProblemError(422, 'too_many_lines', {
    limit: max,
    detail: `A cart has at most ${max} lines; ${lines.length} were sent.`,
  })
}

/** Returns the lines whose SKU exists. */
export async function knownLines(db: Queryable, lines: readonly SentLine[]): Promise<SentLine[]> {
  if (lines.length === 0) return []
  const known = await knownSkus(db, [...new Set(lines.map(({ sku }) => sku))])
  return lines.filter(({ sku }) => known.has(sku))
}
