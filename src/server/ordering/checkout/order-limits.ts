import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { toMinor, type Minor } from '../../../domain/money/money.ts'
import { inBase, type UnpaidAmount } from '../../identity/organizations/organization-credit.ts'
import { batchQueries } from '../../platform/db/batch-queries.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import type { Env } from '../../platform/env.ts'
import { mailboxOf } from '../../platform/http/mailbox.ts'
import { countOrdersSince, lockBuyers, openOrders, ordersSince, unitsHeld, unitsInStock } from './limit-queries.ts'

/** How many times the limits of one e-mail address apply to a network. Offices and mobile networks share an address. */
const buyersPerNetwork = 4
const hourMs = 3_600_000
/** Units of a product that an unpaid order can always reserve, however few are in stock. */
const minUnits = 10

export type LimitSettings = Pick<
  Env,
  'ORDERS_PER_NETWORK' | 'ORDERS_PER_EMAIL' | 'OPEN_ORDERS' | 'OPEN_ORDERS_SUM' | 'UNPAID_STOCK_PERCENT'
>
/**
 * A customer who orders to an address of their own that is verified is counted by `customerId`: anybody can order in
 * the name of an address. Others are counted by the mailbox of `email`.
 */
type Buyer = { person: { email: string } | { customerId: string }; network: string }
export type WantedUnits = readonly { product_id: string; quantity: number }[]
/** The exceeded limit; for a product, `most` more units can be reserved. */
export type LimitReached =
  | { code: 'too_many_orders' | 'too_many_open' | 'open_sum' }
  | { code: 'reserved_too_much'; productId: string; most: number }
type Placing = { buyer: Buyer; debt: UnpaidAmount; wanted: WantedUnits; now: Date }

/** Tells whether a network has reached its limit of orders per hour. */
export async function hasOrderedTooMuch(
  db: Queryable,
  { ORDERS_PER_NETWORK: max }: LimitSettings,
  network: string,
  now: Date,
): Promise<boolean> {
  return max > 0 && (await countOrdersSince(db, { network }, since(now))) >= max
}

/**
 * Returns the limit that an order would exceed, from the earlier orders of its buyer and network; undefined if none.
 * Concurrent orders of the same buyer wait until this transaction ends.
 */
export async function limitReached(
  trx: DatabaseTransaction,
  settings: LimitSettings,
  placing: Placing,
): Promise<LimitReached | undefined> {
  const {
    buyer: { person, network },
    now,
  } = placing
  if (isUnlimited(settings) && settings.UNPAID_STOCK_PERCENT === 100) return undefined
  const locked = lockBuyers(trx, [`order from ${network}`, `order by ${nameOf(person)}`])
  if (isUnlimited(settings)) return locked.then(() => stockLimit(trx, settings, placing))
  const [, [[fromNetwork], [byPerson], openByPerson, openFromNetwork]] = await Promise.all([
    locked,
    batchQueries(
      trx,
      ordersSince(trx, { network }, since(now)),
      ordersSince(trx, person, since(now)),
      openOrders(trx, person),
      openOrders(trx, { network }),
    ),
  ])
  const isOver = (max: number, row: { count: number } | undefined) => max > 0 && Number(row?.count ?? 0) >= max
  if (isOver(settings.ORDERS_PER_NETWORK, fromNetwork) || isOver(settings.ORDERS_PER_EMAIL, byPerson))
    return { code: 'too_many_orders' }
  return (
    (await openLimit(trx, settings, placing, { open: openByPerson, times: 1 })) ??
    (await openLimit(trx, settings, placing, { open: openFromNetwork, times: buyersPerNetwork })) ??
    stockLimit(trx, settings, placing)
  )
}

function isUnlimited({ ORDERS_PER_NETWORK, ORDERS_PER_EMAIL, OPEN_ORDERS, OPEN_ORDERS_SUM }: LimitSettings): boolean {
  return ORDERS_PER_NETWORK + ORDERS_PER_EMAIL + OPEN_ORDERS + OPEN_ORDERS_SUM === 0
}

type Counted = { open: readonly { currency: CurrencyCode; owed: Minor }[]; times: number }

async function openLimit(
  trx: DatabaseTransaction,
  settings: LimitSettings,
  { debt, now }: Placing,
  { open, times }: Counted,
): Promise<LimitReached | undefined> {
  const { OPEN_ORDERS: maxOrders, OPEN_ORDERS_SUM: maxSum } = settings
  if (maxOrders > 0 && open.length >= maxOrders * times) return { code: 'too_many_open' }
  if (maxSum === 0 || debt.total === 0) return undefined
  let sum = await inBase(trx, debt, now)
  for (const { owed, currency } of open) sum += await inBase(trx, { total: Math.max(0, Number(owed)), currency }, now)
  return sum > toMinor(maxSum) * times ? { code: 'open_sum' } : undefined
}

/** Limits the share of a product's stock that one buyer can reserve with unpaid orders. */
async function stockLimit(
  trx: DatabaseTransaction,
  { UNPAID_STOCK_PERCENT: percent }: LimitSettings,
  { buyer: { person, network }, debt, wanted }: Placing,
): Promise<LimitReached | undefined> {
  if (percent === 100 || debt.total === 0 || wanted.length === 0) return undefined
  const ids = wanted.map(({ product_id: id }) => id)
  const [stock, byPerson, fromNetwork] = await batchQueries(
    trx,
    unitsInStock(trx, ids),
    unitsHeld(trx, person, ids),
    unitsHeld(trx, { network }, ids),
  )
  const unitsOf = (rows: readonly { product_id: string; units: number }[], id: string) =>
    Number(rows.find((row) => row.product_id === id)?.units ?? 0)
  for (const { product_id: id, quantity } of wanted) {
    const max = Math.max(minUnits, Math.floor((unitsOf(stock, id) * percent) / 100))
    const already = Math.max(unitsOf(byPerson, id), unitsOf(fromNetwork, id))
    if (already + quantity > max) return { code: 'reserved_too_much', productId: id, most: Math.max(0, max - already) }
  }
  return undefined
}

function nameOf(person: Buyer['person']): string {
  return 'email' in person ? mailboxOf(person.email) : `customer ${person.customerId}`
}

function since(now: Date): string {
  return new Date(now.getTime() - hourMs).toISOString()
}
