import { z } from 'zod/mini'
import type { GiftCardState } from '../../domain/cart/gift-cards.ts'
import { maxEmailLength } from '../../domain/field-lengths.ts'
import { currencyCodes, type CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { Language } from '../../domain/places/locales.ts'
import { formChoice, formText } from '../form-fields.ts'
import type { ListPage } from './lists.ts'
import type { AuditLine } from './staff.ts'

/** `key` becomes the card's id, so that a form that is sent twice makes one card. */
export const issueCardForm = z.object({
  key: formText(60),
  amount: formText(20),
  currency: formChoice(currencyCodes),
  email: formText(maxEmailLength + 1),
  language: formChoice(['en', 'sv']),
})
/** `was` is what the form showed of the card, by which a change of somebody else is noticed. */
export const changeCardForm = z.object({
  balance: formText(20),
  until: formText(10),
  reason: formText(200),
  was: formText(60),
})
export const blockCardForm = z.object({ reason: formText(200) })

/** A code that is shown this once. */
export type ShownCode = { id: string; code: string; amount: Minor; currency: CurrencyCode }

/** What can still be bought with the cards of a currency: with those that were sold, it is owed to their holders. */
export type GiftCardDebt = { currency: CurrencyCode; sold: Minor; given: Minor; blocked: Minor; expired: Minor }

export type GiftCardsPage = {
  list: ListPage
  debts: readonly GiftCardDebt[]
  /** The id that the next card gets. */
  key: string
  currencies: readonly CurrencyCode[]
  newCode: ShownCode | null
  mayIssue: boolean
  /** The buyer of the order whose page led here, for whom the form is filled in. */
  buyer: { email: string; currency: CurrencyCode; language: Language } | null
}

/** One card. Its codes are known by their last letters alone. */
export type GiftCardPage = {
  id: string
  endings: readonly string[]
  state: GiftCardState
  amount: Minor
  balance: Minor
  currency: CurrencyCode
  email: string
  issuedBy: string
  createdAt: string
  expiresAt: string
  /** The last day, by the shop's clock, and what a change of the card is compared with. */
  lastDay: string
  was: string
  /** The order that bought it. */
  order: string | null
  uses: readonly { order: string; amount: Minor; returned: Minor; at: string }[]
  newCode: ShownCode | null
  audit: readonly AuditLine[]
  may: { change: boolean; block: boolean; unblock: boolean; mail: boolean; show: boolean; seeOrders: boolean }
}
