import { z } from 'zod'
import {
  column,
  fileFormat,
  fileNames,
  numberStyle,
  optionalColumns,
  priceColumns,
  profileName,
} from './profile-parts.ts'
import { supplyFault, supplyFields, type SupplyFields } from './profile-supply.ts'

/**
 * The schema of a profile that changes prices, stock and shelves of products that the shop has, and nothing else of
 * them (docs/how-to/import-a-feed.md).
 */
export const updateProfileSchema = z
  .strictObject({
    name: profileName,
    match: fileNames,
    ...fileFormat,
    optional: optionalColumns,
    /** How a row names its product: by the shop's article number. */
    update: z.strictObject({ sku: column }),
    price: priceColumns.optional(),
    stock: z.strictObject({ column }).optional(),
    /** The day on which the next units are expected. */
    incoming: z.strictObject({ column }).optional(),
    /** Where the part is in the stock. */
    shelf: z.strictObject({ column }).optional(),
    ...supplyFields,
    /** What happens to the supplier's units of products that its feed does not have any more. */
    missing: z.enum(['keep', 'sold-out']).default('keep'),
    numbers: numberStyle,
  })
  .refine(
    ({ price, stock, incoming, shelf, cost }) => price ?? stock ?? incoming ?? shelf ?? cost,
    'needs price, stock, incoming or shelf',
  )
  .refine(({ missing, supplier }) => missing === 'keep' || supplier !== undefined, 'missing needs supplier')
  .refine((profile) => supplyFault(profile) === undefined, { error: ({ input }) => supplyFault(input as SupplyFields) })

export type UpdateProfile = z.output<typeof updateProfileSchema>

/** Returns every column that a profile reads. */
export function updateColumns(profile: UpdateProfile): string[] {
  const { update, price, stock, incoming, shelf, cost, supplierNumber, deliveryDays } = profile
  const parts = [
    price,
    ...(price?.tiers ?? []),
    stock,
    incoming,
    shelf,
    cost,
    cost?.currency,
    supplierNumber,
    deliveryDays,
  ]
  return [...new Set([update.sku, ...parts.flatMap((part) => (typeof part === 'object' ? [part.column] : []))])]
}
