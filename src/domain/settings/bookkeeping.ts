import { z } from 'zod/mini'
import { sentence } from './reasons.ts'

/** An account of the plan of accounts, such as 1510. */
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
  /** Gift cards that are sold and not used. */
  giftCards: account('2421'),
  rounding: account('3740'),
  /** Sales at home by VAT rate in percent; `other` for any other rate. */
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
})

export type BookkeepingSettings = z.output<typeof bookkeepingSettings>
