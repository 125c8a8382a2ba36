import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import type { Commit, RowsChanged } from '../../pricing/price-lists/many-rows.ts'
import { buyersOf, lockPriceList, priceListById, type PriceList } from '../../pricing/price-lists/price-list-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { recordChanged } from '../frame/record-changed.ts'

/** The list of the address; undefined where there is none. */
export async function requestedPriceList({ shop, request }: ConsoleContext): Promise<PriceList | undefined> {
  return priceListById(shop.db, (request.params['id'] ?? '').slice(0, 120))
}

export const priceListSubject = (id: string, name: string) => ({ kind: 'price_list', id, label: name })

/** What the log compares of a list. */
export const priceListLog = (id: string) => async (trx: Queryable) => {
  const list = await priceListById(trx, id)
  if (!list) return {}
  const { name, currency, starts_at, ends_at, version, row_count } = list
  return { name, currency, starts_at, ends_at, version, rows: row_count, ...(await buyersOf(trx, id)) }
}

type Action = { operation: string; version?: string }

/**
 * Changes rows of the list of the address: what is written before the transaction that makes it valid is not logged,
 * and nobody waits for it.
 */
export async function changeRows(
  context: ConsoleContext,
  action: Action,
  change: (id: string, commit: Commit) => Promise<RowsChanged>,
): Promise<RowsChanged> {
  const list = await requestedPriceList(context)
  if (!list) throw new ConsoleError('unknown')
  return change(list.id, (work) => onPriceList(context, action, work))
}

/**
 * Does something with the list of the address; with `version`, unless somebody changed it since.
 */
export async function onPriceList<Result>(
  context: ConsoleContext,
  { operation, version }: Action,
  work: (shop: Shop, list: PriceList) => Promise<Result>,
): Promise<Result> {
  const list = await requestedPriceList(context)
  if (!list) throw new ConsoleError('unknown')
  const { id, name } = list
  const guard = async (trx: DatabaseTransaction) => {
    const current = await lockPriceList(trx, id)
    if (!current) throw new ConsoleError('unknown')
    if (version !== undefined && String(current.version) !== version)
      throw await recordChanged(trx, { kind: 'price_list', id })
  }
  const action = { operation, subject: priceListSubject(id, name), guard, fields: priceListLog(id) }
  return audited(context.shop, context.session.actor, action, (shop) => work(shop, list))
}
