import { z } from 'zod'
import { currencyCodes } from '../../../../domain/money/currencies.ts'
import { column } from './profile-parts.ts'

/** Settings of a feed of a supplier: its stock is then the supplier's, and the shop's own stays as it is. */
export const supplyFields = {
  supplier: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters, digits and hyphens, such as "acme"')
    .max(40)
    .optional(),
  /** What one unit costs the shop, without VAT. Without `price`, the price follows from it by the mark-up rules. */
  cost: z
    .strictObject({
      column,
      /** A currency, or the column with its code. */
      currency: z.union([z.enum(currencyCodes), z.strictObject({ column })]),
    })
    .optional(),
  /** The supplier's own article number. */
  supplierNumber: z.strictObject({ column }).optional(),
  /** Working days until the supplier's goods are dispatched. */
  deliveryDays: z.union([z.int().min(0).max(365), z.strictObject({ column })]).optional(),
}

export type SupplyFields = {
  supplier?: string | undefined
  cost?: z.output<typeof supplyFields.cost>
  supplierNumber?: { column: string } | undefined
  deliveryDays?: number | { column: string } | undefined
}

type Other = { incoming?: unknown; shelf?: unknown; missing?: unknown }

/** What contradicts in these settings, as a sentence; undefined when nothing does. */
export function supplyFault(profile: SupplyFields & Other): string | undefined {
  const { supplier, cost, supplierNumber, deliveryDays, incoming, shelf, missing } = profile
  if (supplier === undefined) {
    const isAlone = cost ?? supplierNumber ?? deliveryDays
    return isAlone === undefined ? undefined : 'cost, supplierNumber and deliveryDays need supplier'
  }
  if (incoming !== undefined) return 'a supplier has deliveryDays instead of incoming'
  if (shelf !== undefined) return 'a supplier has no shelf'
  return missing === 'hide' ? 'missing must be keep or sold-out: another supplier may have the part' : undefined
}
