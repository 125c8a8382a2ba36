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

/**
 * The schema of a profile that changes prices and stock of products that the shop has, and nothing else of them
 * (docs/how-to/import-a-feed.md).
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
    numbers: numberStyle,
  })
  .refine(({ price, stock, incoming }) => price ?? stock ?? incoming, 'needs price, stock or incoming')

export type UpdateProfile = z.output<typeof updateProfileSchema>

/** Returns every column that a profile reads. */
export function updateColumns({ update, price, stock, incoming }: UpdateProfile): string[] {
  const read = [price, ...(price?.tiers ?? []), stock, incoming].flatMap((part) => (part ? [part.column] : []))
  return [...new Set([update.sku, ...read])]
}
