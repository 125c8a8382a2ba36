import { z } from 'zod/mini'
import type { CampaignState } from '../../domain/money/campaign-states.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { Language } from '../../domain/places/locales.ts'
import type { ProductType } from '../../domain/products/products.ts'
import { formText, formTextsByKey } from '../form-fields.ts'
import type { ProductStatus } from './products.ts'
import type { AuditLine } from './staff.ts'

/** The forms of a product's page, in their order; each is saved by itself. */
export const productSections = ['texts', 'details', 'numbers', 'attributes', 'prices', 'stock', 'links'] as const
export type ProductSectionName = (typeof productSections)[number] | 'pictures' | 'documents'

/** What was typed in fields of a product, by their names; `was:field:` was in them before. */
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
  /** Of a text in one language, which is shown beside the other's. */
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
  /** How many choices it has; null of a product that can have none. */
  readonly variants: number | null
  /** How many choices are published together with it: all of them, where none is yet. */
  readonly draftChoices: number
  /** How many different pieces a set has; null of what is none. */
  readonly pieces: number | null
  /** The product of which it is a choice. */
  readonly parent: { readonly id: string; readonly sku: string } | null
  readonly sections: readonly ProductSection[]
  /** Attributes that its form does not have yet, and those that somebody has added to it. */
  readonly moreAttributes: readonly { id: string; name: string }[]
  readonly addedAttributes: readonly string[]
  readonly suggestions: Readonly<Record<ProductSuggestions, readonly string[]>>
  /** Where shoppers see it, by language; none of a draft. */
  readonly addresses: readonly { readonly language: Language; readonly address: string }[]
  readonly audit: readonly AuditLine[]
  /** The entries of the log that can be undone now. */
  readonly undoable: readonly string[]
  /** Where it is shown in the shop as it will be, by language; for as long as the links are valid. */
  readonly previews: readonly { readonly language: Language; readonly address: string }[]
  readonly mayChange: boolean
  readonly pricing: ProductPricing
}

/**
 * What is known of a product's price, in minor units of the shop's own currency. `low` is its lowest price of the last
 * 30 days; `cost` and `margin` (basis points, both without VAT) are for those who may see costs.
 */
export type ProductPricing = {
  readonly base: CurrencyCode
  readonly low: Minor | null
  readonly cost: Minor | null
  readonly margin: number | null
  readonly campaigns: readonly {
    readonly name: string
    readonly address: string
    readonly state: CampaignState
    readonly startsAt: string
    readonly endsAt: string | null
  }[]
  readonly changes: readonly {
    readonly address: string
    readonly at: string
    readonly actor: string
    readonly before: Minor | null
    readonly after: Minor | null
    readonly isUndone: boolean
  }[]
  readonly newCampaign: string
  readonly mayChange: boolean
}

/** The entry of the log whose change is taken back. */
export const undoProductForm = z.object({ entry: formText(64) })
export const removeProductForm = z.object({ sure: formText(10) })

/** A new product; `from` is the number or id of the one that it is a copy of. */
export const makeProductForm = z.object({
  from: formText(200),
  sku: formText(100),
  name_sv: formText(300),
  name_en: formText(300),
  price: formText(20),
  type: formText(20),
})
export type MakeProductInput = z.output<typeof makeProductForm>

/** What the page of a new product shows; `from` is what it is a copy of. */
export type NewProductPage = {
  readonly currency: CurrencyCode
  readonly mayPrice: boolean
  readonly from: {
    readonly id: string
    readonly sku: string
    readonly nameSv: string
    readonly nameEn: string
    readonly price: string
  } | null
}
