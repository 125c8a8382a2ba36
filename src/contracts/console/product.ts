import { z } from 'zod/mini'
import type { Language } from '../../domain/places/locales.ts'
import type { ProductType } from '../../domain/products/products.ts'
import { formTextsByKey } from '../form-fields.ts'
import type { ProductStatus } from './products.ts'
import type { AuditLine } from './staff.ts'

/** The forms of a product's page, in their order; each is saved by itself. */
export const productSections = ['texts', 'details', 'numbers', 'attributes', 'prices', 'stock', 'links'] as const
export type ProductSectionName = (typeof productSections)[number] | 'pictures' | 'documents'

/** What was typed in fields of a product, by their names; `was:field:` is what stood in them before. */
export const saveProductForm = z.object({ 'field:': formTextsByKey, 'was:': formTextsByKey })
export type SaveProductInput = z.output<typeof saveProductForm>

/** One field of a form. `rows` makes it a text, `options` a choice, `list` names suggestions; `isTick` is a box. */
export type ProductField = {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly rows?: number
  readonly isTick?: boolean
  readonly type?: 'date'
  readonly inputmode?: 'decimal' | 'numeric'
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  readonly list?: ProductSuggestions
  readonly maxlength?: number
  /** Of a text in one language, which stands beside the other's. */
  readonly language?: Language
  readonly isRequired?: boolean
}
type ProductSuggestions = 'brands' | 'categories' | 'discount-categories'

export type ProductSection = {
  readonly name: ProductSectionName
  readonly fields: readonly ProductField[]
  readonly mayChange: boolean
  /** Why fields are missing, or what follows from them. */
  readonly notes: readonly string[]
}

/** One product, with everything that staff can see and change of it. */
export type ProductRecordPage = {
  readonly id: string
  readonly sku: string
  readonly name: string
  readonly type: ProductType
  readonly status: ProductStatus
  readonly updatedAt: string
  /** The product of which it is a choice. */
  readonly parent: { readonly id: string; readonly sku: string } | null
  readonly sections: readonly ProductSection[]
  readonly suggestions: Readonly<Record<ProductSuggestions, readonly string[]>>
  /** Where shoppers see it, by language; none of a draft. */
  readonly addresses: readonly { readonly language: Language; readonly address: string }[]
  readonly audit: readonly AuditLine[]
}
