import { roundHalfAway, type Minor } from '../money/money.ts'
import { vatPart, type VatRate } from '../money/vat.ts'
import { sumByRate, type RateAmount } from './allowances.ts'
import type { Paid } from './paid-units.ts'

/**
 * Splits an amount over VAT rates so that each part has the VAT of its rate, up to rounding, and all parts together
 * have exactly `whole`. In proportion to `goods` where these have that VAT, else all at one rate, else at the two of
 * `rates` between which the VAT lies. `goods` are what a document charges or credits, `rates` those of the whole order.
 */
export function splitByVat(whole: Paid, goods: readonly RateAmount[], rates: readonly VatRate[]): RateAmount[] {
  if (whole.amount === 0) return []
  const known = sumByRate(goods).filter(({ amount }) => amount > 0)
  const all = [...new Set([...known.map(({ rate }) => rate), ...rates])]
  const ways = [inProportion(whole.amount, known), ...all.map((rate) => [part(whole.amount, rate)])]
  const fitting = ways.find((parts) => parts.length > 0 && Math.abs(missingVat(whole, parts)) <= parts.length)
  return withVatOf(whole, fitting ?? atTwoRates(whole, all))
}

function inProportion(amount: Minor, goods: readonly RateAmount[]): RateAmount[] {
  const sum = goods.reduce((total, each) => total + each.amount, 0)
  const parts = goods.slice(0, -1).map((each) => part(Math.trunc((amount * each.amount) / sum), each.rate))
  const rest = amount - parts.reduce((total, each) => total + each.amount, 0)
  return [...parts, ...goods.slice(-1).map(({ rate }) => part(rest, rate))]
}

/** At the nearest rates below and above the VAT of the whole; with VAT beyond all rates at the lowest and highest. */
function atTwoRates({ amount, vat }: Paid, rates: readonly VatRate[]): RateAmount[] {
  const sorted = rates.toSorted((a, b) => a - b)
  const share = vat / amount
  const below = sorted.findLast((rate) => shareOf(rate) <= share)
  const above = sorted.find((rate) => shareOf(rate) > share)
  const isBetween = below !== undefined && above !== undefined
  const [low = 0, high = low] = isBetween ? [below, above] : [sorted[0], sorted.at(-1)]
  if (low === high) return [part(amount, low)]
  const more = roundHalfAway((vat - amount * shareOf(low)) / (shareOf(high) - shareOf(low)))
  return [part(more, high), part(amount - more, low)]
}

/** The part of an amount including VAT that is VAT. */
function shareOf(rate: VatRate): number {
  return rate / (10_000 + rate)
}

function part(amount: Minor, rate: VatRate): RateAmount {
  return { rate, amount, vat: Math.sign(amount) * vatPart(Math.abs(amount), rate) }
}

function missingVat({ vat }: Paid, parts: readonly RateAmount[]): Minor {
  return parts.reduce((left, each) => left - each.vat, vat)
}

/** The last part gets the VAT that rounding has left. */
function withVatOf(whole: Paid, parts: readonly RateAmount[]): RateAmount[] {
  const rest = missingVat(whole, parts)
  return parts.map((each, at) => (at === parts.length - 1 ? { ...each, vat: each.vat + rest } : each))
}
