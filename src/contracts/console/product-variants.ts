import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import { formText, formTexts, formTextsByKey } from '../form-fields.ts'
import type { ProductStatus } from './products.ts'

/**
 * What was typed in the table, by the id of a variant, a space and the field; `was:field:` is what was there before.
 */
export const saveVariantsForm = z.object({ 'field:': formTextsByKey, 'was:': formTextsByKey })
export type SaveVariantsInput = z.output<typeof saveVariantsForm>

/** The ids of the rows that were ticked. */
export const chosenVariantsForm = z.object({ 'row[]': formTexts })

/** One new variant; `value:` has its values of attributes. */
export const addVariantForm = z.object({
  sku: formText(100),
  label_sv: formText(200),
  label_en: formText(200),
  price: formText(20),
  'value:': formTextsByKey,
})
export type AddVariantInput = z.output<typeof addVariantForm>

/** New values of one attribute, one in each line. */
export const addValuesForm = z.object({ attribute: formText(140), values: formText(4_000) })
export type AddValuesInput = z.output<typeof addValuesForm>

/** A field of a row, or its text where the person may not change it. `isTall` fields hold an item in each line. */
export type VariantField = {
  readonly column: string
  readonly name: string
  readonly label: string
  readonly value: string
  readonly isField: boolean
  readonly isTall: boolean
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  readonly inputmode?: 'decimal' | 'numeric'
  readonly maxlength: number
  readonly fault: string | null
}

export type VariantRow = {
  readonly id: string
  readonly sku: string
  readonly address: string
  readonly status: ProductStatus
  readonly fields: readonly VariantField[]
  /** Why the row was not written, where no field of it is to blame. */
  readonly fault: string | null
}

/** An attribute in which the variants differ, and the values that they have, in their order. */
export type VariantOption = { readonly id: string; readonly name: string; readonly values: readonly string[] }

/** The result of a row; `fault` says why nothing of it was done. */
export type VariantResult = { readonly sku: string; readonly fault: string | null }

/** The variants of a product in a table, with forms that add some. */
export type ProductVariantsPage = {
  readonly id: string
  readonly sku: string
  readonly name: string
  readonly currency: CurrencyCode
  readonly columns: readonly { readonly name: string; readonly label: string }[]
  readonly rows: readonly VariantRow[]
  /** How many variants there are, and how many the table shows at most. */
  readonly count: number
  readonly most: number
  readonly options: readonly VariantOption[]
  /** Attributes in which the variants do not differ yet. */
  readonly moreAttributes: readonly { readonly id: string; readonly name: string }[]
  readonly results: readonly VariantResult[]
  /** What was typed in rows that were refused, by the names of their fields. */
  readonly typed: Readonly<Record<string, string>> | null
  /** How many variants were just made. */
  readonly made: number | null
  readonly mayChange: boolean
  readonly mayPrice: boolean
}
