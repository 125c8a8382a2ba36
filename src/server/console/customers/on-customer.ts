import { customerById, lockCustomer, type CustomerRow } from '../../identity/customer-queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import { scopesJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import type { ConsoleFault } from '../frame/fault-texts.ts'
import { recordChanged } from '../frame/record-changed.ts'
import { discountsOfCustomer } from './customer-list-queries.ts'

type Work = (shop: Shop, customer: CustomerRow) => Promise<ConsoleFault | null | void>
type Action = {
  operation: string
  /** The record as the person saw it; without it the action is logged even if it changes nothing. */
  version?: string
  /** The action is logged only if the account is gone after it. */
  isErasing?: boolean
}

/** The account of the address. Throws if it does not exist. */
export async function requestedCustomer({ shop, request }: ConsoleContext): Promise<CustomerRow> {
  const customer = await customerById(shop.db, request.params['id'] ?? '')
  if (!customer) throw new ConsoleError('unknown')
  return customer
}

/**
 * Does something with the account of the address, unless somebody changed it meanwhile. The log names accounts by id
 * and says of name and phone only that they changed, because it outlives the erasure of a person.
 */
export async function onCustomer(
  context: ConsoleContext,
  { operation, version, isErasing = false }: Action,
  work: Work,
): Promise<void> {
  const customer = await requestedCustomer(context)
  const { id } = customer
  const guard = async (trx: DatabaseTransaction) => {
    const current = await lockCustomer(trx, id)
    if (!current) throw new ConsoleError('unknown')
    if ((await customerVersion(trx, current)) !== version) throw await recordChanged(trx, customerSubject(id))
  }
  const logged =
    version === undefined ? {} : { guard, fields: (trx: DatabaseTransaction) => loggedFields(trx, customer) }
  const erased = {
    fields: async (trx: DatabaseTransaction) => ({ exists: (await customerById(trx, id)) !== undefined }),
  }
  const action = { operation, subject: customerSubject(id), ...(isErasing ? erased : logged) }
  await audited(context.shop, context.session.actor, action, async (shop) => {
    const fault = await work(shop, customer)
    if (fault) throw new ConsoleError(fault)
  })
}

export function customerSubject(id: string) {
  return { kind: 'customer', id, label: id }
}

/** Changes with everything that staff can change of an account. */
export async function customerVersion(db: Queryable, customer: CustomerRow): Promise<string> {
  const { name, phone, language, mail_consent: consent, scopes } = customer
  const discounts = await discountsOfCustomer(db, customer.id)
  const percents = discounts.map((each) => [each.discount_category, each.percent])
  return hashSecret(JSON.stringify([name, phone, language, consent, scopes, percents])).slice(0, 20)
}

/** What the audit log records of the terms that staff have set for an account: nothing personal. */
export async function customerTerms(db: Queryable, { id, language, scopes }: CustomerRow) {
  const discounts = await discountsOfCustomer(db, id)
  return {
    language,
    scopes: scopesJson.read(scopes),
    discounts: Object.fromEntries(discounts.map((each) => [each.discount_category, each.percent])),
  }
}

async function loggedFields(trx: DatabaseTransaction, before: CustomerRow) {
  const now = await customerById(trx, before.id)
  if (!now) return {}
  const personal = (field: 'name' | 'phone') => (now[field] === before[field] ? '' : '•••')
  return {
    name: personal('name'),
    phone: personal('phone'),
    consent: now.mail_consent === 1,
    ...(await customerTerms(trx, now)),
  }
}
