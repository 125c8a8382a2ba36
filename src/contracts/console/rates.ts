import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import { formFile, formText, formTextsByKey } from '../form-fields.ts'
import type { AuditLine } from './staff.ts'

/** `large`: a rate may move by more than is usual. */
export const ratesForm = z.object({ 'rate:': formTextsByKey, 'was:': formTextsByKey, large: formText(5) })
export const ratesFileForm = z.object({ file: formFile, large: formText(5) })
export const ratesFetchForm = z.object({ large: formText(5) })

/** What one unit of other currencies costs in the shop's own, now and earlier. */
export type RatesPage = {
  readonly base: CurrencyCode
  readonly source: 'manual' | 'ecb'
  readonly warnAfterDays: number
  readonly maxUsualPercent: number
  readonly rates: readonly {
    readonly currency: CurrencyCode
    /** As it is typed; '' without a rate. */
    readonly price: string
    /** UTC ISO; null without a rate. */
    readonly since: string | null
    readonly days: number
    readonly isOld: boolean
    /** Whether shoppers can choose it. */
    readonly isOffered: boolean
  }[]
  readonly history: readonly { readonly currency: CurrencyCode; readonly price: string; readonly since: string }[]
  readonly mayChange: boolean
  readonly audit: readonly AuditLine[]
}
