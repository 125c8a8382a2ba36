import { z } from 'zod/mini'
import { formTextsByKey } from '../form-fields.ts'
import type { ListPage } from './lists.ts'

/** What was typed in the list of products, by article number; `was:` was in its fields before. */
export const saveProductsForm = z.object({
  'price:': formTextsByKey,
  'stock:': formTextsByKey,
  'status:': formTextsByKey,
  'shelf:': formTextsByKey,
  'was:': formTextsByKey,
})
export type SaveProductsInput = z.output<typeof saveProductsForm>

/** Whether shoppers see a product. */
export const productStatuses = ['published', 'draft'] as const
export type ProductStatus = (typeof productStatuses)[number]

/** The result of a row that was changed; `fault` says why nothing of it was. */
export type ChangedRow = { readonly sku: string; readonly fault: string | null }

/** The products; who may change them gets fields in the rows. */
export type ProductsPage = ListPage & {
  readonly bulk: { readonly key: string; readonly vatClasses: readonly string[] } | null
  /** What was in the fields of each row, by article number. */
  readonly was: readonly (readonly [sku: string, was: string])[]
  readonly results: readonly ChangedRow[]
}
