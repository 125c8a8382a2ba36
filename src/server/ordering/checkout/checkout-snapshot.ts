import { z } from 'zod'
import type { CheckoutChange } from '../../../contracts/customer-pages/checkout-page.ts'
import { toMajor } from '../../../domain/money/money.ts'
import type { VatCheckResult } from '../../../domain/money/vat-numbers.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { PricedCheckout } from './price-checkout.ts'

/**
 * What the shopper last saw, carried in a form field. It can only trigger another confirmation; it never sets a price.
 */
const seenSchema = z.object({
  /** Currency. */
  c: z.string(),
  /** Lines: SKU, name, quantity, unit price in minor units. */
  l: z.array(z.tuple([z.string(), z.string(), z.number(), z.number()])),
  /** The interval at which each line is delivered again, '' for once; missing where all are. */
  i: z.array(z.string()).optional(),
  /** Delivery; `f` is the discount, `g` the gift cards; minor units. */
  d: z.number(),
  f: z.number(),
  g: z.number().optional(),
  /** The VAT number's state, if it affects VAT. */
  v: z.string().optional(),
  /** The codes that count; missing where none does. */
  k: z.array(z.string()).optional(),
})
type Seen = z.infer<typeof seenSchema>

/** Encodes what the shopper sees of a checkout: lines with quantities and prices, and the sums, in minor units. */
export function checkoutSnapshot(priced: PricedCheckout, currency: string): string {
  const { lines, totals, giftCards, vat } = priced
  const codes = codesOf(priced)
  const seen: Seen = {
    c: currency,
    l: lines.map((line) => [line.sku, line.name, line.quantity, line.amounts.unit.inc]),
    i: lines.some(isRepeated) ? lines.map(intervalOf) : undefined,
    d: totals.delivery.inc,
    f: totals.discount.inc,
    g: giftCards.total,
    v: vatSeen(vat),
    k: codes.length > 0 ? codes : undefined,
  }
  return Buffer.from(JSON.stringify(seen)).toString('base64url')
}

/**
 * Lists the differences between a snapshot and the current checkout. An unreadable snapshot counts as a change of
 * delivery.
 */
export function changesSince(seenText: string, priced: PricedCheckout, currency: string): CheckoutChange[] {
  if (seenText === checkoutSnapshot(priced, currency)) return []
  const seen = readSeen(seenText)
  if (!seen || seen.c !== currency) return [{ kind: 'delivery' }]
  const unmatched = [...priced.lines]
  const isOtherVat = (seen.v ?? '') !== vatSeen(priced.vat)
  const changes: CheckoutChange[] = seen.l.flatMap(([sku, name, quantity, unit]): CheckoutChange[] => {
    const at = unmatched.findIndex((each) => each.sku === sku)
    const [line] = at < 0 ? [] : unmatched.splice(at, 1)
    if (!line) return quantity === 0 ? [] : [{ kind: 'removed', name }]
    if (line.quantity === 0) return quantity === 0 ? [] : [{ kind: 'gone', name }]
    if (line.quantity !== quantity)
      return [{ kind: line.adjusted_quantity ? 'quantity' : 'units', name, before: quantity, after: line.quantity }]
    return isOtherVat || line.amounts.unit.inc === unit
      ? []
      : [{ kind: 'price', name, before: toMajor(unit), after: line.price }]
  })
  const added = unmatched.filter((line) => line.quantity > 0)
  changes.push(...added.map(({ name, quantity }) => ({ kind: 'added' as const, name, quantity })))
  changes.push(...endedSubscriptions(seen, priced))
  changes.push(...endedCodes(seen, priced))
  if (isOtherVat) return [...changes, { kind: 'vat', state: priced.vat.state }]
  if (seen.f !== priced.totals.discount.inc) changes.push({ kind: 'discount' })
  if ((seen.g ?? 0) !== priced.giftCards.total) changes.push({ kind: 'gift_card' })
  if (seen.d !== priced.totals.delivery.inc || changes.length === 0) changes.push({ kind: 'delivery' })
  return changes
}

function codesOf({ coupons }: Pick<PricedCheckout, 'coupons'>): string[] {
  return coupons.filter(({ applied }) => applied).map(({ code }) => code)
}

/** Lists the codes that do not count any more, which is why prices have changed. */
function endedCodes({ k: codes = [] }: Seen, priced: PricedCheckout): CheckoutChange[] {
  const now = new Set(codesOf(priced))
  return codes.filter((code) => !now.has(code)).map((code) => ({ kind: 'code', code }))
}

type Repeated = Pick<PricedCheckout['lines'][number], 'subscription_interval'>

function intervalOf({ subscription_interval: interval }: Repeated): string {
  return interval?.id ?? ''
}

function isRepeated(line: Repeated): boolean {
  return intervalOf(line) !== ''
}

/** Lists the lines that would no longer be delivered again. */
function endedSubscriptions({ l: seen, i: intervals = [] }: Seen, { lines }: PricedCheckout): CheckoutChange[] {
  return seen.flatMap(([sku, name], at): CheckoutChange[] => {
    const [interval, same] = [intervals[at] ?? '', lines.filter((line) => line.sku === sku && line.quantity > 0)]
    if (interval === '' || same.length === 0 || same.some((line) => intervalOf(line) === interval)) return []
    return [{ kind: 'subscription', name }]
  })
}

/**
 * Returns the VAT number with its state if it affects VAT or could not be checked; the shopper must see a change before
 * paying.
 */
function vatSeen({ state, number }: VatCheckResult): string {
  return state === 'confirmed' || state === 'unavailable' ? `${state} ${number}` : ''
}

function readSeen(text: string): Seen | undefined {
  try {
    return seenSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    return undefined
  }
}

/** What a checkout says that its shopper has seen, and for which account it was shown. */
export function seenBy(snapshot: string, customerId: string | null): string {
  return customerId === null ? snapshot : `${snapshot}.${markOf(customerId)}`
}

/**
 * The snapshot in what a form says was seen, and whether its account is signed in no longer: another tab may have
 * signed out, or the session is over. An order must not go to a guest or to another account without a word.
 */
export function accountSince(
  seen: string,
  customerId: string | null,
): { seen: string; change: CheckoutChange | undefined } {
  const [snapshot = '', mark] = seen.split('.')
  if (mark === undefined || (customerId !== null && mark === markOf(customerId)))
    return { seen: snapshot, change: undefined }
  return { seen: snapshot, change: { kind: customerId === null ? 'signed_out' : 'other_account' } }
}

function markOf(customerId: string): string {
  return hashSecret(customerId).slice(0, 10)
}
