import { computed } from 'nanostores'
import { z } from 'zod/mini'
import { callApi } from '../../browser/call-api.ts'
import { persisted } from '../../browser/persist.ts'
import { SyncCoupons } from '../../contracts/sync-coupons.ts'
import type { SentLine } from '../../contracts/sync-cart.ts'
import { coupon } from '../../domain/coupons.ts'
import { parseDiscountCode } from '../../domain/discount-codes.ts'
import { discountMaxima } from '../../domain/discounts.ts'

const CACHE_MS = 300_000

const discountState = z.object({
  /** Codes the shopper entered and that were not rejected, in the order they came. */
  codes: z.array(z.string()),
  items: z.array(coupon),
  rejected: z.array(z.string()),
})
type DiscountState = z.infer<typeof discountState>
const noCodes: DiscountState = { codes: [], items: [], rejected: [] }

/** The shopper's coupons, for this tab's session (spec section 3, "Discount state"). */
export const $discounts = persisted<DiscountState>({ name: 'discount', schema: discountState, initial: noCodes, area: 'session' })

/** The maxima that decide a line's discount; removing a coupon recomputes them without the server (spec section 4). */
export const $discountMaxima = computed($discounts, ({ items }) => discountMaxima(items))

let cached = { key: '', at: 0 }

/** Adds a code to be checked at the next sync; text that is no code changes nothing. */
export function addCode(text: string): boolean {
  const code = parseDiscountCode(text)
  if (!code) return false
  const { codes, items, rejected } = $discounts.get()
  if (!codes.includes(code)) $discounts.set({ codes: [...codes, code], items, rejected: rejected.filter((each) => each !== code) })
  return true
}

export function removeCode(code: string): void {
  const { codes, items, rejected } = $discounts.get()
  $discounts.set({
    codes: codes.filter((each) => each !== code),
    items: items.filter((each) => each.code !== code),
    rejected: rejected.filter((each) => each !== code),
  })
}

export function clearCodes(): void {
  $discounts.set(noCodes)
}

export function codesToSend(): string[] {
  return $discounts.get().codes
}

/** Asks which codes count for these lines; a code that does not come back applied is rejected (spec section 4). */
export async function syncCoupons(lines: SentLine[], { ignoreCache, signal }: { ignoreCache: boolean; signal?: AbortSignal }): Promise<void> {
  const { codes } = $discounts.get()
  if (codes.length === 0) return
  const key = JSON.stringify([codes, lines])
  if (!ignoreCache && key === cached.key && Date.now() - cached.at < CACHE_MS) return
  const { body } = await callApi(SyncCoupons, { body: { coupons: codes, cart_contents: lines }, ...(signal ? { signal } : {}) })
  const now = $discounts.get()
  if (now.codes !== codes) return
  cached = { key, at: Date.now() }
  const isApplied = (code: string) => body.some((each) => each.code === code && each.applied)
  const refused = codes.filter((code) => !isApplied(code))
  $discounts.set({
    codes: codes.filter(isApplied),
    items: body.filter((each) => each.applied),
    rejected: [...new Set([...now.rejected, ...refused])],
  })
}
