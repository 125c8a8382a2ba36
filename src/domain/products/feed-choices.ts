import * as z from 'zod/mini'
import { currencyCodes } from '../money/currencies.ts'

/** What a column of a feed can become, as a form groups it; `keep` is what the profile says of it and a form cannot. */
export const roleGroups = {
  none: ['ignore', 'keep'],
  texts: ['name', 'name_en', 'name_sv', 'description', 'description_en', 'description_sv'],
  product: [
    'sku',
    'ean',
    'maker_number',
    'supplier_number',
    'replaces',
    'brand',
    'category',
    'category_en',
    'category_sv',
    'weight_kg',
    'weight_g',
  ],
  price: [
    'price',
    'tier_price',
    'sale_price',
    'campaign_from',
    'campaign_until',
    'cost',
    'stock',
    'incoming',
    'shelf',
    'delivery_days',
  ],
  others: ['parent', 'group', 'set', 'accessories', 'alternatives', 'successor', 'devices'],
  files: ['pictures', 'picture_files', 'documents', 'document_files'],
  attributes: ['attribute_text', 'attribute_number', 'attribute_yes_no', 'attribute_choice'],
} as const
export type RoleGroup = keyof typeof roleGroups
export type ColumnRole = (typeof roleGroups)[RoleGroup][number]
export const columnRoles: readonly ColumnRole[] = Object.values(roleGroups).flat()

/** Roles of attributes, and the kind that each makes; choices are called by those of `attribute_choice`. */
export const attributeKinds = {
  attribute_text: 'text',
  attribute_number: 'number',
  attribute_yes_no: 'yes-no',
  attribute_choice: 'text',
} as const

/** Roles that several columns may have. */
export const sharedRoles: ReadonlySet<ColumnRole> = new Set([
  'ignore',
  'keep',
  'maker_number',
  'replaces',
  'tier_price',
  'accessories',
  'alternatives',
  'pictures',
  'documents',
  'attribute_text',
  'attribute_number',
  'attribute_yes_no',
  'attribute_choice',
])

/** Roles in a file that changes prices and stock alone. */
export const updateRoles: ReadonlySet<ColumnRole> = new Set([
  'ignore',
  'keep',
  'sku',
  'price',
  'cost',
  'stock',
  'incoming',
  'shelf',
  'supplier_number',
  'delivery_days',
])

export const decimalMarks = ['.', ','] as const
export const thousandsMarks = ['', ' ', '.', ',', "'"] as const
export const missingPolicies = ['keep', 'hide', 'sold-out'] as const
export const feedGoals = ['products', 'update'] as const

const columnChoice = z.object({
  column: z.string(),
  role: z.enum(columnRoles),
  /** Whether the column tells products apart. */
  isId: z.boolean(),
  /**
   * Of an attribute: its names, its unit, and whether lists are filtered by it.
   * `unit` is the least quantity of a price for several.
   */
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
  /** What stands between several values in a cell: numbers, devices, accessories, pieces of a set. */
  list: z.prefault(z.string(), '|'),
  /** Whose feed it is; '' for the shop's own. */
  supplier: z.prefault(z.string(), ''),
  missing: z.enum(missingPolicies),
  /** Percent of a feed's products that may be missing in it, and of its rows that may be rejected. */
  maxMissing: z.number(),
  maxRejected: z.number(),
})
export type FeedChoices = z.output<typeof feedChoices>
