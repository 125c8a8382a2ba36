import { isListed } from '../../address-list.ts'
import type { Shop } from '../../shop.ts'

/**
 * Tells whether a request comes from the shop's staff (spec section 6, the internal flag): its address, as the
 * outermost trusted proxy saw it, is in INTERNAL_ADDRESSES. Headers of the client do not count.
 */
export function isInternal(
  { env }: { readonly env: Pick<Shop['env'], 'INTERNAL_ADDRESSES'> },
  address: string,
): boolean {
  return isListed(env.INTERNAL_ADDRESSES, address)
}
