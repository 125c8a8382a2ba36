import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { timesDivided, type Minor } from '../../../domain/money/money.ts'
import { exchangeRates } from '../../catalog/rate-queries.ts'
import { homeNow } from '../../platform/db/home-queries.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { lockOrganization, unpaidByCurrency, type InvoiceOwner, type OrganizationRow } from './organization-queries.ts'

export type UnpaidAmount = { total: Minor; currency: CurrencyCode }

/** Returns what an organization owes on unpaid invoices, in minor units of the base currency at today's rates. */
export async function usedCredit(db: Queryable, organizationId: string, now: Date): Promise<Minor> {
  const { currency } = await homeNow(db)
  return unpaidInBase(db, { organizationId }, { total: 0, currency }, now)
}

/** Returns what a debtor owes on unpaid invoices plus one more debt, in minor units of the base currency. */
export async function unpaidInBase(db: Queryable, owner: InvoiceOwner, debt: UnpaidAmount, now: Date): Promise<Minor> {
  let used = await inBase(db, debt, now)
  for (const { currency, amount } of await unpaidByCurrency(db, owner))
    used += await inBase(db, { total: amount, currency }, now)
  return used
}

/** Tells whether the credit limit allows one more invoice. */
export async function hasCreditFor(
  db: Queryable,
  { id, credit_limit: limit }: OrganizationRow,
  debt: UnpaidAmount,
  now: Date,
): Promise<boolean> {
  return (await usedCredit(db, id, now)) + (await inBase(db, debt, now)) <= limit
}

/**
 * Checks the same in the transaction that writes the order, with the organization locked, so that two orders cannot
 * both use the remaining credit.
 */
export async function lockCreditFor(
  trx: DatabaseTransaction,
  organizationId: string,
  debt: UnpaidAmount,
  now: Date,
): Promise<boolean> {
  const organization = await lockOrganization(trx, organizationId)
  return organization !== undefined && hasCreditFor(trx, organization, debt, now)
}

/** Converts an amount to minor units of the base currency at today's rate. */
export async function inBase(db: Queryable, { total, currency }: UnpaidAmount, now: Date): Promise<Minor> {
  if (currency === (await homeNow(db)).currency) return total
  const perBaseMicro = await exchangeRates(db, currency, now.toISOString())
  if (perBaseMicro === undefined) throw new Error(`There is no exchange rate for ${currency}.`)
  return timesDivided(total, 1_000_000, perBaseMicro)
}
