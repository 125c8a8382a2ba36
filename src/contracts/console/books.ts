import { z } from 'zod/mini'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import { formText } from '../form-fields.ts'

/** A file of one currency for the period of the address. */
export const booksFileForm = z.object({ currency: formText(3) })
/** `seen` is the last closed day that the person saw. */
export const closeBooksForm = z.object({ day: formText(10), seen: formText(10) })

type Parts = { net: Minor; vat: Minor }

/** The sums of a period in one currency. */
export type BooksOfCurrency = {
  currency: CurrencyCode
  sales: readonly {
    kind: 'home' | 'oss' | 'reverse_charge' | 'export'
    country: string
    rate: number
    charged: Parts
    credited: Parts
    net: Minor
    vat: Minor
  }[]
  total: Parts
  money: readonly { by: string; received: Minor; paidBack: Minor }[]
  /** `used` and `paidBack` are of cards that were bought, the last two of those that nobody bought. */
  giftCards: { sold: Minor; used: Minor; paidBack: Minor; withdrawn: Minor; givenUsed: Minor; givenBack: Minor }
  rounding: Minor
  /** Rates at home that nobody has named accounts for. */
  ratesWithoutAccount: readonly number[]
}

export type BooksPage = {
  from: string
  to: string
  isWrong: boolean
  today: string
  /** The quarter before the one of today. */
  quarter: string
  previous: string
  next: string
  sums: readonly BooksOfCurrency[]
  mayExport: boolean
  /** The address of the accounts; null for who may not see settings. */
  accounts: string | null
  /** The last day that is closed; '' while none is. */
  closedThrough: string
  /** The day that the form offers: one before today. */
  closeThrough: string
  mayClose: boolean
  /** How many documents were just issued. */
  issued: number | null
}
