import { toMinor } from '../../../domain/money.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import type { Env } from '../../platform/env.ts'
import { customerById } from '../customer-queries.ts'
import { hasCreditFor, takeCredit, unpaidInSek, type Debt } from './organization-credit.ts'
import type { InvoiceOwner, Membership } from './organization-queries.ts'

export type InvoiceSettings = Pick<Env, 'INVOICE_GUEST_LIMIT' | 'INVOICE_PRIVATE_LIMIT'>
/**
 * Who would owe an invoice; `email` and `network` tell guests apart. `organization` is the buyer's own, whatever the
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
 * Whether somebody may buy on an invoice: an organization within its credit, others as far as the settings let what
 * they owe grow. A member of an organization who buys as a private person gets no invoice, since that would be a way
 * around its limit.
 */
export async function hasInvoiceCredit(
  db: Queryable,
  settings: InvoiceSettings,
  buyer: InvoiceBuyer,
  debt: Debt,
  now: Date,
): Promise<boolean> {
  if (buyer.organization) return buyer.kind === 'organization' && hasCreditFor(db, buyer.organization, debt, now)
  const limit = await limitOf(db, settings, buyer)
  if (limit <= 0) return false
  if (limit >= noLimit) return true
  for (const owner of ownersOf(buyer)) {
    if ((await unpaidInSek(db, owner, debt, now)) > limit) return false
  }
  return true
}

/** The same in the transaction that writes the order. */
export async function takeInvoiceCredit(
  trx: DatabaseTransaction,
  settings: InvoiceSettings,
  buyer: InvoiceBuyer,
  debt: Debt,
  now: Date,
): Promise<boolean> {
  if (buyer.organization && buyer.kind === 'organization') return takeCredit(trx, buyer.organization.id, debt, now)
  return hasInvoiceCredit(trx, settings, buyer, debt, now)
}

/** As much as a setting can say: nothing is counted. */
const noLimit = toMinor(1_000_000_000)

/** Minor units of SEK; a customer whose address is not proved is a guest to us. */
async function limitOf(
  db: Queryable,
  { INVOICE_GUEST_LIMIT: guest, INVOICE_PRIVATE_LIMIT: own }: InvoiceSettings,
  { customerId }: InvoiceBuyer,
): Promise<number> {
  if (customerId === null) return toMinor(guest)
  const customer = await customerById(db, customerId)
  return toMinor(customer?.verified_at ? own : guest)
}

/** Whose unpaid invoices count: a customer's, and of a guest those of the address and those of the network. */
function ownersOf({ customerId, email, network }: InvoiceBuyer): InvoiceOwner[] {
  if (customerId !== null) return [{ customerId }]
  return [...(email === '' ? [] : [{ guestEmail: email }]), ...(network === '' ? [] : [{ guestNetwork: network }])]
}
