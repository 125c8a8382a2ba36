import { callApi, CallError } from '../../browser/call-api.ts'
import { persisted } from '../../browser/persist.ts'
import type { SentLine } from '../../contracts/calls/sync-cart.ts'
import { SyncCoupons } from '../../contracts/calls/sync-coupons.ts'
import type { Coupon } from '../../domain/cart/coupons.ts'
import { parseDiscountCode } from '../../domain/cart/discount-codes.ts'
import { readDiscounts, type DiscountState } from './discount-state.ts'

/** Spec section 9, "Coupon sync cache". */
const cacheMs = 300_000
/** The most codes that one call takes; the oldest go first. */
const maxCodes = 20
/** How long the shop checks no more codes of a shopper who has tried too many. */
const pauseMs = 600_000
const noCodes = readDiscounts(undefined)

/** The shopper's coupons, for this tab's session (spec section 4, "Local persistence"). */
export const $discounts = persisted<DiscountState>({ name: 'discount', read: readDiscounts })

/** Adds a code to be checked at the next sync, and returns it; text that is no code changes nothing. */
export function addCode(text: string): string | undefined {
  const code = parseDiscountCode(text)
  if (!code) return undefined
  const { codes } = $discounts.latest()
  if (!codes.includes(code)) forget(code, [...codes, code].slice(-maxCodes))
  return code
}

export function removeCode(code: string): void {
  forget(code, without($discounts.latest().codes, code))
}

/** Takes over the codes that were entered elsewhere, as at the checkout; what is known of those that stay is kept. */
export function replaceCodes(texts: readonly string[]): void {
  const wanted = [...new Set(texts.flatMap((text) => parseDiscountCode(text) ?? []))]
  for (const code of codesToSend()) if (!wanted.includes(code)) removeCode(code)
  for (const code of wanted) if (!codesToSend().includes(code)) addCode(code)
}

export function clearCodes(): void {
  $discounts.set(noCodes)
}

/** Codes that count or may count; those that the shop refused for good are not sent again. */
export function codesToSend(): string[] {
  const { codes, failedMinimum, unchecked, uncheckedUntil } = $discounts.latest()
  return [...(Date.now() < uncheckedUntil ? [] : unchecked), ...failedMinimum, ...codes].slice(-maxCodes)
}

/** The shop did not look at these codes; they are kept, and named to the shopper. */
export function keepUnchecked(late: readonly string[]): void {
  if (late.length === 0) return
  const { codes, items, rejected, failedMinimum, unchecked, ...rest } = $discounts.latest()
  const others = (list: readonly string[]) => list.filter((code) => !late.includes(code))
  $discounts.set({
    ...rest,
    codes: others(codes),
    items: items.filter(({ code }) => !late.includes(code)),
    rejected: others(rejected),
    failedMinimum: others(failedMinimum),
    unchecked: [...others(unchecked), ...late],
    uncheckedUntil: Date.now() + pauseMs,
  })
}

type Asking = { ignoreCache: boolean; signal?: AbortSignal }

/**
 * Asks which codes count for these lines; a code that does not come back applied is rejected (spec section 4). Unless
 * `ignoreCache`, the answer of the last five minutes to the same question will do. No price is settled by it: the shop
 * looks at the codes again when it prices a checkout. Throws CallError.
 */
export async function syncCoupons(lines: SentLine[], { ignoreCache, signal }: Asking): Promise<void> {
  const sent = codesToSend()
  if (sent.length === 0) return
  const key = JSON.stringify([sent, lines])
  if (!ignoreCache && isChecked(key)) return
  const cancel = signal ? { signal } : {}
  try {
    const { body } = await callApi(SyncCoupons, { body: { coupons: sent, cart_contents: lines }, ...cancel })
    settle(sent, body, key)
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'too_many_codes') throw error
    const late = sent.filter((code) => !isFound(code))
    keepUnchecked(late)
    // Those that the shop has found before are no guesses, so they are looked at alone.
    if (late.length > 0) await syncCoupons(lines, { ignoreCache: true, ...cancel })
  }
}

/** Whether the shop has given this code back before. */
function isFound(code: string): boolean {
  const { items, failedMinimum } = $discounts.latest()
  return failedMinimum.includes(code) || items.some((each) => each.code === code)
}

/** Puts the answer in place for every code that is still wanted; one that was added meanwhile waits for its own. */
function settle(sent: readonly string[], answer: readonly Coupon[], key: string): void {
  const state = $discounts.latest()
  const { codes, rejected, failedMinimum, unchecked } = state
  const wanted = sent.filter((code) => [...codes, ...failedMinimum, ...unchecked].includes(code))
  const items = answer.filter(({ applied, code }) => applied && wanted.includes(code))
  const isApplied = (code: string) => items.some((each) => each.code === code)
  const isTooSmall = (code: string) => answer.some((each) => each.code === code && each.failed_minimum_spend)
  const refused = wanted.filter((code) => !isApplied(code))
  $discounts.set({
    ...state,
    codes: [...new Set([...codes, ...wanted.filter(isApplied)])].filter((code) => !refused.includes(code)),
    items,
    rejected: [...new Set([...rejected.filter((code) => !isApplied(code)), ...refused])],
    failedMinimum: refused.filter(isTooSmall),
    unchecked: unchecked.filter((code) => !sent.includes(code)),
    checked: { key, at: Date.now() },
  })
}

function isChecked(key: string): boolean {
  const { checked } = $discounts.latest()
  const age = Date.now() - checked.at
  return checked.key === key && age >= 0 && age < cacheMs
}

/** Everything that is known of a code goes, and what was asked before no longer answers for the codes that are left. */
function forget(code: string, codes: string[]): void {
  const { items, rejected, failedMinimum, unchecked, ...rest } = $discounts.latest()
  $discounts.set({
    ...rest,
    isKnown: true,
    codes,
    unchecked: without(unchecked, code),
    items: items.filter((each) => each.code !== code),
    rejected: without(rejected, code),
    failedMinimum: without(failedMinimum, code),
    checked: noCodes.checked,
  })
}

function without(codes: readonly string[], code: string): string[] {
  return codes.filter((each) => each !== code)
}
