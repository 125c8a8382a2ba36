/**
 * What the books of each day must say, kept beside the shop and from what was done to it alone: the specification
 * (section 9: prices, VAT, rounding) and docs/how-to/close-the-month.md. Nothing of `src/` is used.
 */

/** A price with VAT, and its rate, in minor units and basis points. */
export type Part = { inc: number; rate: number; units: number }
type Sums = { net: number; vat: number }
type Money = { received: number; paidBack: number }

/** A price without VAT: price / VAT factor, to the nearest minor unit. */
function without(inc: number, rate: number): number {
  const [top, bottom] = [BigInt(inc) * 10_000n * 2n, 2n * BigInt(10_000 + rate)]
  return Number((top + bottom / 2n) / bottom)
}

/** A price with a percentage off, to the nearest minor unit. */
export function less(inc: number, percent: number): number {
  return Math.floor((inc * (100 - percent) * 2 + 100) / 200)
}

/** The sums of parts by VAT rate; each unit has its price without VAT. */
function byRate(parts: readonly Part[]): Map<number, Sums> {
  const sums = new Map<number, Sums>()
  for (const { inc, rate, units } of parts) {
    const [ex, before] = [without(inc, rate), sums.get(rate) ?? { net: 0, vat: 0 }]
    sums.set(rate, { net: before.net + ex * units, vat: before.vat + (inc - ex) * units })
  }
  return sums
}

export const totalOf = (parts: readonly Part[]): number => parts.reduce((sum, { inc, units }) => sum + inc * units, 0)

const netOf = (parts: readonly Part[]): number => [...byRate(parts).values()].reduce((sum, { net }) => sum + net, 0)

/** Accounts of sales and of VAT by rate in basis points. */
type Plan = ReadonlyMap<number, { sales: string; vat: string }>
type Document = { parts: readonly Part[]; byCard?: number; cards?: number }

class Day {
  readonly accounts = new Map<string, number>()
  readonly sales = new Map<number, Sums>()
  readonly money = new Map<string, Money>()
  /** Without gift cards, by the day of the order; `credited` without VAT, by the day of the credit note. */
  readonly figures = { orders: 0, gross: 0, net: 0, credited: 0 }
  exchanges = 0
  readonly giftCards = { sold: 0, used: 0, paidBack: 0, withdrawn: 0, givenUsed: 0, givenBack: 0 }
}

export class Ledger {
  readonly days = new Map<string, Day>()
  private readonly plan: Plan

  constructor(plan: Plan) {
    this.plan = plan
  }

  day(day: string): Day {
    const known = this.days.get(day) ?? new Day()
    this.days.set(day, known)
    return known
  }

  /**
   * An invoice or receipt, or with the sign -1 a credit note. `cards` are gift cards sold, without VAT; `byCard` is by
   * cards that were given away, for which nothing is owed.
   */
  document(on: string, { parts, byCard = 0, cards = 0 }: Document, sign: 1 | -1): void {
    const { giftCards } = this.day(on)
    this.book(on, '1510', sign * (totalOf(parts) + cards - byCard))
    this.book(on, '2421', -sign * cards)
    this.book(on, '3730', sign * byCard)
    giftCards[sign === 1 ? 'sold' : 'withdrawn'] += cards
    giftCards[sign === 1 ? 'givenUsed' : 'givenBack'] += byCard
    this.sale(on, parts, sign)
    if (sign === -1) this.day(on).figures.credited += netOf(parts)
  }

  ordered(on: string, parts: readonly Part[]): void {
    const { figures } = this.day(on)
    figures.orders += 1
    figures.gross += totalOf(parts)
    figures.net += netOf(parts)
  }

  /** The VAT in an order that was counted is another by now. */
  taxed(on: string, before: readonly Part[], parts: readonly Part[]): void {
    this.day(on).figures.net += netOf(parts) - netOf(before)
  }

  /** A payment went on to an exchange, which changes no account. */
  exchanged(on: string): void {
    this.day(on).exchanges += 1
  }

  received(on: string, by: string, amount: number): void {
    this.moneyOf(on, by).received += amount
    this.book(on, by === 'invoice' ? '1930' : '1580', amount)
    this.book(on, '1510', -amount)
  }

  paidBack(on: string, by: string, amount: number): void {
    this.moneyOf(on, by).paidBack += amount
    this.book(on, '1580', -amount)
    this.book(on, '1510', amount)
  }

  /** A payout of payments of `gross`, of which a bank took `disputed` back, or gave back where it is negative. */
  payout(on: string, { gross = 0, fee = 0, disputed = 0, disputeFee = 0 }): void {
    this.book(on, '1930', gross - fee - disputed - disputeFee)
    this.book(on, '6570', fee + disputeFee)
    this.book(on, '1515', disputed)
    this.book(on, '1580', -gross)
  }

  /** A dispute that is lost: a loss less the VAT of the sale, or a claim on the buyer. */
  lost(on: string, parts: readonly Part[], outcome: 'write_off' | 'receivable'): void {
    const vat = [...byRate(parts).values()].reduce((sum, each) => sum + each.vat, 0)
    this.book(on, '1515', -totalOf(parts))
    if (outcome === 'receivable') return this.book(on, '1510', totalOf(parts))
    this.book(on, '6351', totalOf(parts) - vat)
    for (const [rate, each] of byRate(parts)) {
      this.book(on, this.plan.get(rate)?.vat ?? '', each.vat)
      this.add(this.day(on).sales, rate, each, -1)
    }
  }

  private sale(on: string, parts: readonly Part[], sign: 1 | -1): void {
    for (const [rate, each] of byRate(parts)) {
      const { sales = '', vat = '' } = this.plan.get(rate) ?? {}
      this.book(on, sales, -sign * each.net)
      this.book(on, vat, -sign * each.vat)
      this.add(this.day(on).sales, rate, each, sign)
    }
  }

  private add(sums: Map<number, Sums>, rate: number, { net, vat }: Sums, sign: 1 | -1): void {
    const before = sums.get(rate) ?? { net: 0, vat: 0 }
    sums.set(rate, { net: before.net + sign * net, vat: before.vat + sign * vat })
  }

  private book(on: string, account: string, amount: number): void {
    const { accounts } = this.day(on)
    accounts.set(account, (accounts.get(account) ?? 0) + amount)
  }

  private moneyOf(on: string, by: string): Money {
    const { money } = this.day(on)
    const known = money.get(by) ?? { received: 0, paidBack: 0 }
    money.set(by, known)
    return known
  }
}
