import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import { formText } from '../form-fields.ts'
import type { AuditLine } from './staff.ts'

/** A rate that is to count from a day; `sku` is the part that its effect is shown by, `replace` may be `yes`. */
export const vatRateForm = z.object({
  country: formText(2),
  class: formText(20),
  percent: formText(10),
  from: formText(10),
  sku: formText(80),
  replace: formText(5),
})
/** A rate that does not count yet; `percent` is what the person saw. */
export const vatRemoveForm = z.object({
  country: formText(2),
  class: formText(20),
  percent: formText(10),
  from: formText(10),
})

/** The price of one unit in minor units, with the rate in percent that counts. */
type PriceAtRate = { readonly percent: number; readonly inc: number; readonly ex: number }
/** What a part would cost in the country before the day of a new rate and from it on. */
export type VatEffect = {
  readonly sku: string
  readonly name: string
  readonly currency: CurrencyCode
  readonly from: string
  readonly before: PriceAtRate
  readonly after: PriceAtRate
}
type RateToCome = { readonly percent: number; readonly from: string }

/** VAT by country and class, what is to come, and the effect of a rate that is not stored yet. */
export type VatPage = {
  readonly home: string
  readonly rates: readonly {
    readonly country: string
    readonly vatClass: string
    /** Null where none counts yet. */
    readonly percent: number | null
    readonly since: string | null
    readonly toCome: readonly RateToCome[]
    /** Whether the shop sells to the country. */
    readonly isSold: boolean
  }[]
  readonly countries: readonly string[]
  readonly classes: readonly string[]
  readonly fields: {
    readonly country: string
    readonly class: string
    readonly percent: string
    readonly from: string
    readonly sku: string
  }
  readonly effect: VatEffect | null
  /** Why there is no effect to show; null where none was asked for. */
  readonly noEffect: string | null
  readonly mayChange: boolean
  readonly audit: readonly AuditLine[]
}
