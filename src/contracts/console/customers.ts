import { z } from 'zod/mini'
import { fieldLengths, maxEmailLength } from '../../domain/field-lengths.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { OrderStatus } from '../../domain/orders/order-status.ts'
import type { OrganizationRole } from '../../domain/visitors/scopes.ts'
import { formChoice, formText, formTextsByKey } from '../form-fields.ts'
import type { StaffNoteLine } from './notes.ts'
import type { AuditLine } from './staff.ts'

const version = formText(20)

export const customerDetailsForm = z.object({
  version,
  name: formText(fieldLengths.name + 1),
  phone: formText(fieldLengths.phone + 1),
  language: formChoice(['en', 'sv']),
  consent: formText(10),
})
export const customerAccessForm = z.object({ version, active: formText(10), scopes: formText(1_000) })
/** The discounts of an account or organization as rows; `more` asks for another row and changes nothing. */
export const discountsForm = z.object({ version, more: formText(10), 'set:': formTextsByKey })
export const logInAsForm = z.object({ reason: formText(300) })
export const eraseForm = z.object({ sure: formText(10) })
/** `seen` is the plan that was shown. */
export const mergeForm = z.object({ email: formText(maxEmailLength), seen: formText(20), sure: formText(10) })

/** A customer's account as staff see it. */
export type CustomerPage = {
  id: string
  /** What the account is now: a change of an older one is refused. */
  version: string
  name: string
  email: string
  phone: string
  language: string
  country: string
  hasConsent: boolean
  isVerified: boolean
  maySignIn: boolean
  /** Other scopes than that of customers. */
  scopes: readonly string[]
  createdAt: string
  addresses: readonly string[]
  organization: { id: string; name: string; role: OrganizationRole } | null
  discounts: readonly { category: string; percent: number }[]
  orders: readonly { number: string; placedAt: string; status: OrderStatus; total: Minor; currency: CurrencyCode }[]
  notes: readonly StaffNoteLine[]
  audit: readonly AuditLine[]
  eraseBlock: ShownEraseBlock
  may: { change: boolean; export: boolean; erase: boolean; merge: boolean; logIn: boolean }
}

/** What is in the way of an erasure: orders under way, or an organization that would lose its only administrator. */
export type ShownEraseBlock = { orders: readonly string[]; isLastAdmin: boolean }

/** What a guest has ordered with an e-mail address. */
export type GuestPage = {
  email: string
  orders: CustomerPage['orders']
  eraseBlock: ShownEraseBlock
  may: { export: boolean; erase: boolean }
}

/** A person who may be merged: an account, or, without an id, a guest. */
export type MergedPerson = { id: string | null; name: string; email: string; phone: string; createdAt: string }

/** What a merge moves from one customer to the other, in the order in which it is shown. */
export const mergedKinds = [
  'orders',
  'subscriptions',
  'quotes',
  'requests',
  'addresses',
  'lists',
  'devices',
  'notes',
  'coupons',
  'price_lists',
  'cart',
  'alerts',
  'gift_cards',
  'invitations',
] as const

/** What a merge will do: what moves, by what tells it from others, and what changes besides. */
export type ShownMerge = {
  seen: string
  moves: readonly { what: (typeof mergedKinds)[number]; names: readonly string[] }[]
  leftOrders: readonly string[]
  membership: { kind: 'joins' | 'raised' | 'of_two'; name: string; role: OrganizationRole } | null
  discounts: readonly { category: string; percent: number; was: number | null }[]
  phone: string
  isCouponEnded: boolean
  /** Whether mails of subscriptions that go to the other address will go to the kept one. */
  isReaddressed: boolean
  /** Whether the saved cart of the other account ends, because both in one would be too long. */
  isCartEnded: boolean
  isConsentEnded: boolean
}

/** A customer who stays, those who may be the same person, and what a merge with the asked one would do. */
export type MergePage = {
  kept: MergedPerson
  email: string
  other: MergedPerson | null
  alike: readonly MergedPerson[]
  merge: ShownMerge | null
}
