import { z } from 'zod/mini'
import type { VatRate } from '../money/vat.ts'
import { homeCountries, homeRules } from '../places/home.ts'
import { faultAt, sentence, type SettingsFault } from './reasons.ts'
import { share } from './shares.ts'

/** An account of the plan of accounts, such as 1510; without a usual one it must be named. */
function account(usual: string) {
  return z.prefault(z.string().check(z.regex(/^[1-8]\d{3}$/, sentence('account'))), usual)
}

/** The accounts of the vouchers that the shop exports; the defaults are those of the Swedish BAS plan. */
export const bookkeepingSettings = z.strictObject({
  /** What buyers owe. */
  receivables: account('1510'),
  /** What payment providers have taken and not paid out. */
  providers: account('1580'),
  /** Where invoices are paid. */
  bank: account('1930'),
  /** What payment providers keep of a payout. */
  fees: account('6570'),
  /** What banks took back of card payments that buyers dispute, until it is won back or written off. */
  disputes: account('1515'),
  /** What is written off of lost disputes. */
  losses: account('6351'),
  /** What payment providers keep for each dispute. */
  disputeFees: account('6570'),
  /** What payments were worth that were paid out in another currency, until both are converted. */
  exchangeDifferences: account('3960'),
  /** Gift cards that are sold and not used. */
  giftCards: account('2421'),
  /** What was bought with gift cards that nobody bought, because the shop gave them away. */
  givenCards: account('3730'),
  rounding: account('3740'),
  /** Sales at home by VAT rate in percent; `p25` also for any standard rate, `other` for what has no account. */
  sales: z.prefault(
    z.strictObject({ p25: account('3001'), p12: account('3002'), p6: account('3003'), other: account('3004') }),
    {},
  ),
  /** Goods sent to consumers in other countries of the EU, to companies there, and out of the EU. */
  salesEu: account('3106'),
  salesReverseCharge: account('3108'),
  salesExport: account('3105'),
  /** Output VAT at home by rate in percent, and of the EU one-stop shop. */
  vat: z.prefault(
    z.strictObject({ p25: account('2611'), p12: account('2621'), p6: account('2631'), other: account('2610') }),
    {},
  ),
  vatOss: account('2670'),
  /** Accounts of single rates at home, which count before `sales` and `vat`. */
  rates: z.prefault(
    z
      .array(z.strictObject({ percent: share(100), sales: account(''), vat: account('') }))
      .check(z.maxLength(50, sentence('most_entries', { most: 50 }))),
    [],
  ),
})

export type BookkeepingSettings = z.output<typeof bookkeepingSettings>
type Group = keyof BookkeepingSettings['sales']

/** The standard rates of all home countries (a shop has one of them) are booked where 25 % is in Sweden. */
const groups: ReadonlyMap<VatRate, Group> = new Map<VatRate, Group>([
  ...homeCountries.map((country) => [homeRules({ country }).vatInPrices, 'p25'] as const),
  [1200, 'p12'],
  [600, 'p6'],
])

/** The accounts of sales at home at a VAT rate, and of their VAT. */
export function accountsOfRate(rate: VatRate, accounts: BookkeepingSettings): { sales: string; vat: string } {
  const group = groups.get(rate) ?? 'other'
  return ownAccounts(rate, accounts) ?? { sales: accounts.sales[group], vat: accounts.vat[group] }
}

/** Whether VAT at a rate is booked with that of all other rates, because nobody has named accounts for it. */
export function isAccountMissing(rate: VatRate, accounts: BookkeepingSettings): boolean {
  return rate > 0 && !groups.has(rate) && !ownAccounts(rate, accounts)
}

function ownAccounts(rate: VatRate, { rates }: BookkeepingSettings) {
  return rates.find(({ percent }) => Math.round(percent * 100) === rate)
}

/** A rate has one account: each is reported that is there again. */
export function bookkeepingFaults({ rates }: BookkeepingSettings): SettingsFault[] {
  const percents = rates.map(({ percent }) => percent)
  return percents.flatMap((percent, at) =>
    percents.indexOf(percent) === at ? [] : [faultAt(`bookkeeping.rates.${at}.percent`, 'there_twice')],
  )
}
