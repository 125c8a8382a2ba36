import type { CheckoutRefusal } from '../../../contracts/customer-pages/checkout-page.ts'
import type { CheckoutForm, FieldErrorCode } from '../../../domain/orders/checkout-form.ts'
import type { OrderHold } from '../../../domain/orders/order-holds.ts'
import { customerById, type CustomerRow } from '../../identity/customer-queries.ts'
import { lockInvoiceCredit } from '../../identity/organizations/invoice-credit.ts'
import type { UnpaidAmount } from '../../identity/organizations/organization-credit.ts'
import { membershipOf, type Membership } from '../../identity/organizations/organization-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { Env } from '../../platform/env.ts'
import { holdFor } from '../orders/hold-new-order.ts'
import type { CompanyIdentity } from '../orders/hold-queries.ts'
import { lockBuyers } from './limit-queries.ts'
import { limitReached, type WantedUnits } from './order-limits.ts'

/** `network` is undefined if the shop itself orders, as for a renewal; limits for shoppers do not apply then. */
export type Ordering = {
  customerId: string | null
  form: CheckoutForm
  companies: readonly CompanyIdentity[]
  network: string | undefined
  debt: UnpaidAmount
  wanted: WantedUnits
  nameOf: (productId: string) => string
  now: Date
}
export type Admitted = { kind: 'admitted'; organizationId: string | null; hold: OrderHold | null; network: string }
export type NotAdmitted = { kind: 'limited'; refusal: CheckoutRefusal } | { kind: 'over_credit'; code: FieldErrorCode }

/**
 * Checks the limits of an order: those of its buyer and network, and the credit limit for invoices. `form` is
 * normalized. The counted orders are locked until the transaction ends.
 */
export async function admitOrder(
  trx: DatabaseTransaction,
  env: Env,
  ordering: Ordering,
): Promise<Admitted | NotAdmitted> {
  const { customerId, form, companies, network = '' } = ordering
  const member = await membershipOf(trx, customerId)
  const refused =
    (await refusedByLimits(trx, env, ordering, member)) ?? (await refusedByCredit(trx, env, ordering, member))
  if (refused) return refused
  const organizationId = form.customer_kind === 'organization' ? (member?.id ?? null) : null
  return { kind: 'admitted', organizationId, hold: holdFor(companies, form, member?.id ?? null), network }
}

async function refusedByLimits(
  trx: DatabaseTransaction,
  env: Env,
  ordering: Ordering,
  member: Membership | undefined,
): Promise<NotAdmitted | undefined> {
  const {
    form: { email },
    network,
  } = ordering
  if (network === undefined) return undefined
  const customer = await ownAddress(trx, ordering)
  if (customer && member) return undefined
  const person = customer?.verified_at ? { customerId: customer.id } : { email }
  const reached = await limitReached(trx, env, { ...ordering, buyer: { person, network } })
  if (reached?.code === 'reserved_too_much')
    return { kind: 'limited', refusal: { ...reached, name: ordering.nameOf(reached.productId) } }
  return reached && { kind: 'limited', refusal: reached }
}

async function refusedByCredit(
  trx: DatabaseTransaction,
  env: Env,
  { customerId, form, network = '', debt, now }: Ordering,
  member: Membership | undefined,
): Promise<NotAdmitted | undefined> {
  if (form.payment_method !== 'invoice') return undefined
  if (customerId !== null && !member) await lockBuyers(trx, [`invoice of ${customerId}`])
  const buyer = { kind: form.customer_kind, organization: member, customerId, email: form.email, network }
  return (await lockInvoiceCredit(trx, env, buyer, debt, now))
    ? undefined
    : { kind: 'over_credit', code: refusedInvoice(form, member) }
}

/**
 * Returns the customer if the order goes to their own e-mail address. For a member of an organization the limits of
 * orders do not apply then; the credit limits what they owe.
 */
async function ownAddress(trx: DatabaseTransaction, { customerId, form }: Ordering): Promise<CustomerRow | undefined> {
  const customer = customerId === null ? undefined : await customerById(trx, customerId)
  return customer?.email === form.email ? customer : undefined
}

/** Returns the error code for a refused invoice. */
function refusedInvoice(
  { customer_kind: kind }: Pick<CheckoutForm, 'customer_kind'>,
  member: Membership | undefined,
): FieldErrorCode {
  return member && kind === 'organization' ? 'credit_exceeded' : 'invoice_unavailable'
}
