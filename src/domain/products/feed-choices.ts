import * as z from 'zod/mini'
import { currencyCodes } from '../money/currencies.ts'

/** What a column of a feed can become; `keep` is what the profile says of it and a form cannot. */
export const columnRoles = [
  'ignore',
  'keep',
  'sku',
  'name',
  'name_en',
  'name_sv',
  'description',
  'description_en',
  'description_sv',
  'brand',
  'category',
  'category_en',
  'category_sv',
  'price',
  'sale_price',
  'stock',
  'incoming',
  'weight_kg',
  'weight_g',
  'ean',
  'maker_number',
  'pictures',
  'attribute_text',
  'attribute_number',
  'attribute_yes_no',
] as const
export type ColumnRole = (typeof columnRoles)[number]

/** Roles that several columns may have. */
export const sharedRoles: ReadonlySet<ColumnRole> = new Set([
  'ignore',
  'keep',
  'maker_number',
  'pictures',
  'attribute_text',
  'attribute_number',
  'attribute_yes_no',
])

/** Roles in a file that changes prices and stock alone. */
export const updateRoles: ReadonlySet<ColumnRole> = new Set(['ignore', 'keep', 'sku', 'price', 'stock', 'incoming'])

export const decimalMarks = ['.', ','] as const
export const thousandsMarks = ['', ' ', '.', ',', "'"] as const
export const missingPolicies = ['keep', 'hide', 'sold-out'] as const
export const feedGoals = ['products', 'update'] as const

const columnChoice = z.object({
  column: z.string(),
  role: z.enum(columnRoles),
  /** Whether the column tells products apart. */
  isId: z.boolean(),
  /** Of an attribute: its names, its unit, and whether lists are filtered by it. */
  en: z.string(),
  sv: z.string(),
  unit: z.string(),
  isFilter: z.boolean(),
})
export type ColumnChoice = z.output<typeof columnChoice>

/** How a feed becomes products, as a form asks it. `category` holds names from the top down, separated by `>`. */
export const feedChoices = z.object({
  goal: z.enum(feedGoals),
  profile: z.string(),
  columns: z.array(columnChoice),
  currency: z.enum(currencyCodes),
  vat: z.enum(['inc', 'ex']),
  decimal: z.enum(decimalMarks),
  thousands: z.enum(thousandsMarks),
  category: z.object({ en: z.string(), sv: z.string() }),
  separator: z.string(),
  missing: z.enum(missingPolicies),
  /** Percent of a feed's products that may be missing in it, and of its rows that may be rejected. */
  maxMissing: z.number(),
  maxRejected: z.number(),
})
export type FeedChoices = z.output<typeof feedChoices>
