import type { DeliveryKind } from '../cart/delivery-methods.ts'
import type { VatCheckResult } from '../money/vat-numbers.ts'
import type { VatRate } from '../money/vat.ts'

/**
 * Whether the buyer accounts for the VAT of an order (reverse charge): their VAT number is confirmed, the goods leave
 * for another country, which what is picked up at home does not, and some line has VAT at all.
 */
export function isReverseCharged(
  vat: Pick<VatCheckResult, 'state'>,
  delivery: DeliveryKind | undefined,
  rates: readonly VatRate[],
): boolean {
  return vat.state === 'confirmed' && delivery !== 'pick_up' && rates.some((rate) => rate > 0)
}
