import type { SentLine } from '../../../contracts/sync-cart.ts'
import type { Env } from '../../platform/env.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { ProblemError } from '../../platform/http/answers/problem.ts'
import { knownSkus } from './queries.ts'

type Limits = { readonly env: Pick<Env, 'CART_LINES_GUEST' | 'CART_LINES_CUSTOMER'> }

/** How many lines a cart may have: an order of hundreds of parts is a signed-in customer's. */
export function mostLines({ env }: Limits, customerId: string | null | undefined): number {
  return customerId ? env.CART_LINES_CUSTOMER : env.CART_LINES_GUEST
}

/** 422 too_many_lines, with what is too many: nothing of the cart is left out by itself. */
export function checkLineCount(shop: Limits, customerId: string | null, lines: readonly unknown[]): void {
  const most = mostLines(shop, customerId)
  if (lines.length <= most) return
  throw new ProblemError(422, 'too_many_lines', {
    limit: most,
    detail: `A cart has at most ${most} lines; ${lines.length} were sent.`,
  })
}

/** The lines whose part the shop knows: only those are worth keeping. */
export async function knownLines(db: Queryable, lines: readonly SentLine[]): Promise<SentLine[]> {
  if (lines.length === 0) return []
  const known = await knownSkus(db, [...new Set(lines.map(({ sku }) => sku))])
  return lines.filter(({ sku }) => known.has(sku))
}
