import { z } from 'zod/mini'
import type { CouponState } from '../../domain/cart/coupon-states.ts'
import { fieldLengths, maxEmailLength } from '../../domain/field-lengths.ts'
import type { CurrencyCode } from '../../domain/money/currencies.ts'
import { formText, formTextsByKey } from '../form-fields.ts'
import type { AuditLine } from './staff.ts'

const list = formText(2_000)

/** What a coupon does, as it is typed; amounts are in the currency of their field, the minimum in the shop's own. */
const terms = {
  percent: formText(10),
  'amount:': formTextsByKey,
  delivery: formText(10),
  adds: formText(80),
  minimum: formText(20),
  groups: list,
  excluded: list,
  categories: list,
  customer: formText(maxEmailLength + 1),
  organization: formText(fieldLengths.organization_name),
  limit: formText(12),
  person_limit: formText(12),
  from: formText(10),
  until: formText(10),
}
export const couponMakeForm = z.object({ code: formText(80), ...terms })
export const couponChangeForm = z.object({ version: formText(20), ...terms })
export type CouponForm = Omit<z.output<typeof couponChangeForm>, 'version'>

/** The names of the fields that are one text each. */
type CouponField = Exclude<keyof CouponForm, 'amount:'>

/** What the fields of a coupon show. */
export type CouponFields = Readonly<Record<CouponField, string>> & {
  readonly amounts: Readonly<Record<string, string>>
}

/** The form that makes a coupon. */
export type NewCouponPage = { fields: CouponFields; currencies: readonly CurrencyCode[]; base: CurrencyCode }

/** One coupon, and the orders that used it. */
export type CouponPage = NewCouponPage & {
  code: string
  /** As shoppers type it. */
  shownCode: string
  version: string
  state: CouponState
  what: string
  used: number
  limit: number | null
  /** Exact moments, UTC ISO; null for none. */
  startsAt: string | null
  endsAt: string | null
  stoppedAt: string | null
  createdAt: string
  /** Who it is for, where that is one customer or organization. */
  owner: { label: string; address: string | null } | null
  uses: readonly CouponUse[]
  /** Whether more orders used it than are listed. */
  hasMoreUses: boolean
  audit: readonly AuditLine[]
  may: { change: boolean; seeOrders: boolean }
}
type CouponUse = {
  order: string
  at: string
  total: number
  currency: CurrencyCode
  /** The order was cancelled or not paid: the use does not count. */
  isReturned: boolean
}
