import { z } from 'zod/mini'
import { coupon, type Coupon } from '../../domain/cart/coupons.ts'
import { parseDiscountCode } from '../../domain/cart/discount-codes.ts'

/** What the tab knows of its codes (spec section 3, "Discount state"); the maxima are computed from `items`. */
export type DiscountState = {
  /** Codes that the shopper entered and that were not rejected, in the order they came. */
  codes: string[]
  /** The coupons that apply. */
  items: Coupon[]
  /** Codes that did not come back, or came back unapplied (spec section 4). */
  rejected: string[]
  /** Those of the rejected that only want a larger order; they are asked for again as the cart changes. */
  failedMinimum: string[]
  /**
   * Codes that the shop would not look at, because too many were tried; they are asked for again after
   * `uncheckedUntil`.
   */
  unchecked: string[]
  uncheckedUntil: number
  /** This tab has entered, removed or taken over codes; one that has not lets the checkout keep its own. */
  isKnown: boolean
  /** What was asked last, and when, for the five minutes in which it need not be asked again. */
  checked: { key: string; at: number }
}

const time = z.catch(z.number(), 0)
const checkedState = z.catch(z.object({ key: z.string(), at: z.number() }), { key: '', at: 0 })

/**
 * Reads what is stored, item by item; what is no code and no coupon is left out, and a code is in one list only.
 */
export function readDiscounts(stored: unknown): DiscountState {
  const record = typeof stored === 'object' && stored !== null ? stored : {}
  const codes = codesOf(Reflect.get(record, 'codes'))
  const failedMinimum = codesOf(Reflect.get(record, 'failedMinimum')).filter((code) => !codes.includes(code))
  const unchecked = codesOf(Reflect.get(record, 'unchecked')).filter(
    (code) => !codes.includes(code) && !failedMinimum.includes(code),
  )
  const known = new Set([...codes, ...unchecked])
  return {
    codes,
    items: listOf(Reflect.get(record, 'items')).flatMap((each) => {
      const parsed = coupon.safeParse(each)
      return parsed.success && codes.includes(parsed.data.code) ? [parsed.data] : []
    }),
    rejected: [...new Set([...codesOf(Reflect.get(record, 'rejected')), ...failedMinimum])].filter(
      (code) => !known.has(code),
    ),
    failedMinimum,
    unchecked,
    uncheckedUntil: time.parse(Reflect.get(record, 'uncheckedUntil')),
    isKnown: Reflect.get(record, 'isKnown') === true || codes.length + failedMinimum.length + unchecked.length > 0,
    checked: checkedState.parse(Reflect.get(record, 'checked')),
  }
}

function codesOf(value: unknown): string[] {
  return [
    ...new Set(listOf(value).flatMap((each) => (typeof each === 'string' ? (parseDiscountCode(each) ?? []) : []))),
  ]
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
