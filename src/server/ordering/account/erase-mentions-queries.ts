import { sql } from 'kysely'
import type { CustomerRow } from '../../identity/customer-queries.ts'
import { anyObjectJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'

/** The account that is erased. Its address counts only when it is verified: before, it may be anybody's. */
export type Person = Pick<CustomerRow, 'id' | 'email' | 'verified_at'>

/** Deletes guests' unordered checkouts that were filled in with an e-mail address. */
export async function deleteGuestCartsOf(trx: DatabaseTransaction, email: string): Promise<void> {
  const found = await trx
    .selectFrom('carts')
    .select(['checkout_id as id', 'form as text'])
    .where('customer_id', 'is', null)
    .where(...mentioning('form', email))
    .execute()
  const ids = namingExactly(found, email).map(({ id }) => id)
  if (ids.length > 0) await trx.deleteFrom('carts').where('checkout_id', 'in', ids).execute()
}

/**
 * Deletes pending and finished outbox entries that contain the id of an account or its verified address. Those about
 * another account, or an order of one, stay, whoever they are sent to: its customer waits for them.
 */
export async function deleteEffectsOf(
  trx: DatabaseTransaction,
  { id, email, verified_at: verifiedAt }: Person,
): Promise<void> {
  const naming = async (value: string) =>
    namingExactly(
      await trx
        .selectFrom('outbox')
        .select(['id', 'payload as text'])
        .where(...mentioning('payload', value))
        .execute(),
      value,
    )
  const ofAddress = verifiedAt === null ? [] : await naming(email)
  const others = await ordersOfOthers(trx, ofAddress)
  const ids = [
    ...(await naming(id)),
    ...ofAddress.filter(({ text }) => !isOfOther(text, id) && !orderNames(text).some((each) => others.has(each))),
  ]
  if (ids.length === 0) return
  await trx
    .deleteFrom('outbox')
    .where(
      'id',
      'in',
      ids.map((effect) => effect.id),
    )
    .execute()
}

/** The ids and numbers of those orders in effects that another account placed. The person's own have no buyer now. */
async function ordersOfOthers(trx: DatabaseTransaction, effects: readonly Text[]): Promise<ReadonlySet<string>> {
  const names = [...new Set(effects.flatMap(({ text }) => orderNames(text)))]
  if (names.length === 0) return new Set()
  const orders = await trx
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('customer_id', 'is not', null)
    .where((order) => order.or([order('id', 'in', names), order('number', 'in', names)]))
    .execute()
  return new Set(orders.flatMap(({ id, number }) => [id, number]))
}

function orderNames(text: string): string[] {
  const { orderId, number } = anyObjectJson.read(text)
  return [orderId, number].filter((name) => typeof name === 'string')
}

/** Whether an effect is about another account: its customer asked for the person's address, or had it before. */
function isOfOther(text: string, id: string): boolean {
  const { customerId, customer_id: loginId } = anyObjectJson.read(text)
  return [customerId, loginId].some((each) => typeof each === 'string' && each !== '' && each !== id)
}

type Text = { id: string; text: string }

/**
 * Builds a LIKE condition that preselects texts with a value. `_` and `%` in it match any characters, so
 * `namingExactly` checks the result.
 */
function mentioning(column: 'form' | 'payload', value: string) {
  return [sql<string>`lower(${sql.ref(column)})`, 'like', `%"${value.toLowerCase()}"%`] as const
}

/** Filters rows whose JSON has this text as a value, ignoring case. */
function namingExactly(rows: readonly Text[], sought: string): Text[] {
  const wanted = sought.toLowerCase()
  const isNamed = (text: string) =>
    Object.values(anyObjectJson.read(text)).some((value) => typeof value === 'string' && value.toLowerCase() === wanted)
  return rows.filter(({ text }) => isNamed(text))
}
