import { customerById } from '../../../../src/server/identity/customer-queries.ts'
import { membershipOf } from '../../../../src/server/identity/organizations/organization-queries.ts'
import { orderReaderOf, ownOrderRows } from '../../../../src/server/ordering/orders/own-order-queries.ts'
import type { Shop } from '../../../../src/server/shop.ts'

/** Numbers of the orders that a customer sees in the account. */
export async function ownOrdersOf({ db }: Shop, customerId: string): Promise<string[]> {
  const customer = await customerById(db, customerId)
  if (!customer) throw new Error(`No customer ${customerId}.`)
  const rows = await ownOrderRows(db, orderReaderOf(customer, await membershipOf(db, customerId)), {
    limit: 50,
    offset: 0,
  })
  return rows.map(({ number }) => number)
}
