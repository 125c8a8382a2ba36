import type { Shop } from '../../shop.ts'
import { isListed } from '../../address-list.ts'

/**
 * Whether a request comes from the shop's own people (spec section 6, the internal flag): its address, as the outermost
 * trusted proxy saw it, is in INTERNAL_ADDRESSES. Nothing that the client itself says counts.
 */
export function isInternal(
  { env }: { readonly env: Pick<Shop['env'], 'INTERNAL_ADDRESSES'> },
  address: string,
): boolean {
  return isListed(env.INTERNAL_ADDRESSES, address)
}
