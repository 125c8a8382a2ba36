import { z } from 'zod'
import { currencyCodes } from '../../../../domain/money/currencies.ts'

export const column = z.string().min(1)

export const profileName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'must be small letters, digits and hyphens, such as "my-supplier"')

/** Patterns of the file names that a profile applies to; `*` matches any characters. */
export const fileNames = z.array(z.string().min(1)).default([])

/** Columns that a feed may omit. */
export const optionalColumns = z.array(column).default([])

export const priceColumns = z.strictObject({
  column,
  currency: z.enum(currencyCodes),
  vat: z.enum(['inc', 'ex']),
  /** Percentage added to prices without VAT. */
  vatRate: z.number().min(0).max(100).default(25),
  /** Price of one unit of the feed's currency in SEK; defaults to the shop's own rate. */
  sekPerUnit: z.number().positive().optional(),
  tiers: z.array(z.strictObject({ column, quantity: z.int().min(2).max(5000) })).default([]),
})

export const numberStyle = z
  .strictObject({ decimal: z.enum(['.', ',']), thousands: z.enum(['', ' ', '.', ',', "'"]).default('') })
  .refine(
    ({ decimal, thousands }) => String(decimal) !== thousands,
    'must have different marks for decimals and thousands',
  )
  .default({ decimal: '.', thousands: '' })
