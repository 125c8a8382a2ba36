import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { saleKinds, type SaleKind } from '../../../domain/orders/sale-kinds.ts'
import type { BookEntry, DisputeEntry, DocumentEntry, MoneyEntry } from './book-entries.ts'

/** Sales of a kind, country and rate: what was charged, what was credited, and what is left. */
type SaleSum = {
  kind: SaleKind
  country: string
  rate: number
  charged: { net: Minor; vat: Minor }
  credited: { net: Minor; vat: Minor }
  net: Minor
  vat: Minor
}
type MoneySum = { by: string; received: Minor; paidBack: Minor }

export type PeriodSums = {
  currency: CurrencyCode
  sales: SaleSum[]
  money: MoneySum[]
  giftCards: { sold: Minor; used: Minor; paidBack: Minor; withdrawn: Minor; givenUsed: Minor; givenBack: Minor }
  rounding: Minor
}

/** Adds up a period in each currency, exactly. */
export function periodSums(entries: readonly BookEntry[]): PeriodSums[] {
  return [...Map.groupBy(entries, ({ currency }) => currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, own]) => {
      const documents = own.filter((entry) => entry.kind === 'document')
      const cards = own.filter((entry) => entry.kind === 'card_return')
      return {
        currency,
        sales: saleSums(
          documents,
          own.filter((entry) => entry.kind === 'dispute'),
        ),
        money: moneySums(own.filter((entry) => entry.kind === 'money').filter(({ isMoved }) => !isMoved)),
        giftCards: {
          sold: sumOf(documents, (each) => (each.isCredit ? 0 : each.giftCardsSold)),
          withdrawn: sumOf(documents, (each) => (each.isCredit ? each.giftCardsSold : 0)),
          used: sumOf(documents, (each) => (each.isCredit ? 0 : each.byGiftCard - each.byGivenCard)),
          paidBack:
            sumOf(documents, (each) => (each.isCredit ? each.byGiftCard - each.byGivenCard : 0)) +
            sumOf(cards, ({ amount, given }) => amount - given),
          givenUsed: sumOf(documents, (each) => (each.isCredit ? 0 : each.byGivenCard)),
          givenBack:
            sumOf(documents, (each) => (each.isCredit ? each.byGivenCard : 0)) + sumOf(cards, ({ given }) => given),
        },
        rounding: sumOf(documents, roundingOf),
      }
    })
}

/** What the sums by rate and the total of a document differ by. */
function roundingOf({ isCredit, total, giftCardsSold, sales }: DocumentEntry): Minor {
  const left = total - giftCardsSold - sales.reduce((sum, { net, vat }) => sum + net + vat, 0)
  return isCredit ? -left : left
}

/** The sums of sales; what a lost dispute wrote off of a taxed sale is no sale any more. */
function saleSums(documents: readonly DocumentEntry[], disputes: readonly DisputeEntry[]): SaleSum[] {
  const parts = [
    ...documents.flatMap(({ isCredit, sales }) => sales.map((sale) => ({ ...sale, isCredit }))),
    ...disputes.flatMap(({ shares }) =>
      shares.filter(({ vat }) => vat !== 0).map((share) => ({ ...share, isCredit: true })),
    ),
  ]
  const groups = Map.groupBy(parts, ({ kind, country, rate }) => `${saleKinds.indexOf(kind)} ${country} ${9999 - rate}`)
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group
      if (!first) return []
      const of = (isCredit: boolean) => ({
        net: sumOf(group, (each) => (each.isCredit === isCredit ? each.net : 0)),
        vat: sumOf(group, (each) => (each.isCredit === isCredit ? each.vat : 0)),
      })
      const [charged, credited] = [of(false), of(true)]
      const { kind, country, rate } = first
      const left = { net: charged.net - credited.net, vat: charged.vat - credited.vat }
      return [{ kind, country, rate, charged, credited, ...left }]
    })
}

function moneySums(entries: readonly MoneyEntry[]): MoneySum[] {
  return [...Map.groupBy(entries, ({ by }) => by)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([by, own]) => ({
      by,
      received: sumOf(own, ({ isBack, amount }) => (isBack ? 0 : amount)),
      paidBack: sumOf(own, ({ isBack, amount }) => (isBack ? amount : 0)),
    }))
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => Minor): Minor {
  return items.reduce((sum, item) => sum + of(item), 0)
}
