import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import { formText } from '../form-fields.ts'

/** The fields that choose products and say what happens to their prices, as they are typed. */
export const choiceForm = {
  skus: formText(40_000),
  category: formText(300),
  brand: formText(200),
  from: formText(20),
  to: formText(20),
  status: formText(12),
  stock: formText(5),
}
export const ruleForm = { how: formText(12), value: formText(20), ending: formText(10) }

export type ChoiceFields = Readonly<Record<keyof typeof choiceForm, string>>
export type RuleFields = Readonly<Record<keyof typeof ruleForm, string>>

/** What a rule does to a product, as a row of a table; amounts are minor units of the shop's own currency, with VAT. */
export type PriceRow = {
  readonly sku: string
  readonly name: string
  readonly address: string
  readonly before: Minor | null
  readonly after: Minor | null
  /** The lowest price of 30 days. */
  readonly low: Minor | null
  /** Basis points of the new price without VAT; null where the cost is not known, or is not for this person. */
  readonly margin: number | null
  /** What to look at, or the result, in the reader's language. */
  readonly notes: readonly { readonly text: string; readonly tone: 'good' | 'warn' | 'signal' | '' }[]
}

/** A table of prices: whether it has margins, and its currency. */
export type PriceTable = {
  readonly rows: readonly PriceRow[]
  readonly base: CurrencyCode
  readonly showsMargin: boolean
}
