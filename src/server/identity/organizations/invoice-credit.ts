import { toMinor } from '../../../domain/money/money.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import type { Env } from '../../platform/env.ts'
import { customerById } from '../customer-queries.ts'
import { hasCreditFor, lockCreditFor, unpaidInBase, type UnpaidAmount } from './organization-credit.ts'
import type { InvoiceOwner, Membership } from './organization-queries.ts'

export type InvoiceSettings = Pick<Env, 'INVOICE_GUEST_LIMIT' | 'INVOICE_PRIVATE_LIMIT'>
/**
 * The debtor of an invoice; `email` and `network` identify guests. `organization` is the buyer's own, whatever the
 * order says.
 */
export type InvoiceBuyer = {
  kind: 'private' | 'organization'
  organization: Membership | undefined
  customerId: string | null
  email: string
  network: string
}

/**
 * Tells whether a buyer may pay by invoice: an organization within its credit limit, others within the limits in the
 * settings. A member of an organization who buys as a private person may not, because that would bypass the
 * organization's limit.
 */
export async function hasInvoiceCredit(
  db: Queryable,
  settings: InvoiceSettings,
  buyer: InvoiceBuyer,
  debt: UnpaidAmount,
  now: Date,
): Promise<boolean> {
  if (buyer.organization) return buyer.kind === 'organization' && hasCreditFor(db, buyer.organization, debt, now)
  const limit = await limitOf(db, settings, buyer)
  if (limit <= 0) return false
  if (limit >= noLimit) return true
  for (const owner of ownersOf(buyer)) {
    if ((await unpaidInBase(db, owner, debt, now)) > limit) return false
  }
  return true
}

/** Checks the same in the transaction that writes the order. */
export async function lockInvoiceCredit(
  trx: DatabaseTransaction,
  settings: InvoiceSettings,
  buyer: InvoiceBuyer,
  debt: UnpaidAmount,
  now: Date,
): Promise<boolean> {
  if (buyer.organization && buyer.kind === 'organization') return lockCreditFor(trx, buyer.organization.id, debt, now)
  return hasInvoiceCredit(trx, settings, buyer, debt, now)
}

/** The largest value that the setting allows; means unlimited, so debts are not counted. */
const noLimit = toMinor(1_000_000_000)

/** Returns the limit in minor units of the base currency; a customer with an unverified address has a guest's limit. */
async function limitOf(
  db: Queryable,
  { INVOICE_GUEST_LIMIT: guest, INVOICE_PRIVATE_LIMIT: own }: InvoiceSettings,
  { customerId }: InvoiceBuyer,
): Promise<number> {
  if (customerId === null) return toMinor(guest)
  const customer = await customerById(db, customerId)
  return toMinor(customer?.verified_at ? own : guest)
}

/**
 * Returns whose unpaid invoices count: the customer's, or for a guest those of the address and those of the network.
 */
function ownersOf({ customerId, email, network }: InvoiceBuyer): InvoiceOwner[] {
  if (customerId !== null) return [{ customerId }]
  return [...(email === '' ? [] : [{ guestEmail: email }]), ...(network === '' ? [] : [{ guestNetwork: network }])]
}
