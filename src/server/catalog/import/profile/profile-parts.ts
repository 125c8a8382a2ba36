import { z } from 'zod'
import { currencyCodes } from '../../../../domain/money/currencies.ts'
import { lastHeaderRow } from '../feeds/header-row.ts'

export const column = z.string().min(1)

export const profileName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'must be small letters, digits and hyphens, such as "my-supplier"')

/** Patterns of the file names that a profile applies to; `*` matches any characters. */
export const fileNames = z.array(z.string().min(1)).default([])

/** Columns that a feed may omit. */
export const optionalColumns = z.array(column).default([])

/** What the feed's file is like, where it cannot be seen from the file. */
export const fileFormat = {
  encoding: z.string().refine(isEncoding, 'must be an encoding such as "utf-8" or "iso-8859-2"').optional(),
  delimiter: z.string().length(1).optional(),
  /** The row with the names of the columns, where rows with something else stand above it. */
  headerRow: z.int().min(1).max(lastHeaderRow).optional(),
  xml: z
    .strictObject({
      /** The elements that are rows, as a path from the root: `/rss/channel/item`. */
      rows: z.string().regex(/^(?:\/[^/\s]+)+$/, 'must be a path such as "/rss/channel/item"'),
      /** Prefixes that paths of the profile have for namespaces, whatever prefixes the feed has. */
      namespaces: z.record(z.string().regex(/^[A-Za-z_][\w.-]*$/), z.string().min(1)).default({}),
      /** Names for paths, for templates and to read. */
      columns: z.record(z.string().min(1), z.string().min(1)).default({}),
      /** Reads the catalogue groups of BMEcat, which are the column `bmecat:groups`. */
      groups: z.literal('bmecat').optional(),
    })
    .optional(),
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

export const priceColumns = z.strictObject({
  column,
  currency: z.enum(currencyCodes),
  vat: z.enum(['inc', 'ex']),
  /** Percentage added to prices without VAT; defaults to what the shop's prices include. */
  vatRate: z.number().min(0).max(100).optional(),
  /** Price of one unit of the feed's currency in the base currency, where the shop has no rate. */
  basePerUnit: z.number().positive().optional(),
  /** The same where the base currency is SEK. */
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

const drawing = z.string().regex(/^[a-z0-9-]+$/)

/** A drawing of the shop for all rows; of rows whose cell is one of `values`, that of the first such rule. */
export const profileDrawing = z.strictObject({
  drawing,
  variants: z.int().min(1).max(6).default(6),
  when: z.array(z.strictObject({ column, values: z.array(z.string().min(1)).min(1), drawing })).default([]),
})
