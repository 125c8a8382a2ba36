import { dayMs } from '../../../domain/durations.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { Shop } from '../../platform/shop.ts'
import { clearLeftovers } from './clear-leftovers.ts'
import { claimLeftovers } from './leftover-queries.ts'
import { PriceListError } from './price-list-error.ts'
import {
  countRowsOf,
  deletePriceList,
  insertPriceList,
  knownBuyers,
  lockPriceList,
  replaceBuyers,
  takeRemoved,
  updatePriceList,
  type PriceList,
  type PriceListBuyers,
} from './price-list-queries.ts'

/** The end of a list that has none. */
export const noListEnd = '9999-12-31T00:00:00.000Z'
const maxNameLength = 200
/** The rows of a list that was deleted are kept for so long. */
const retentionMs = 30 * dayMs

/** Moments are UTC ISO; `startsAt` null for at once, `endsAt` null for no end. Buyers are ids. */
export type PriceListTerms = {
  readonly name: string
  readonly startsAt: string | null
  readonly endsAt: string | null
  readonly buyers: PriceListBuyers
}
type Services = Pick<Shop, 'db' | 'now'>

/** Makes a list without rows; returns its id. Throws PriceListError. */
export async function createPriceList(
  { db, now }: Services,
  actor: string,
  terms: PriceListTerms & { id?: string; currency: CurrencyCode },
): Promise<string> {
  const at = now().toISOString()
  const columns = columnsOf(terms, at)
  const id = terms.id ?? newId(now().getTime())
  await db.transaction().execute(async (trx) => {
    const stamps = { created_at: at, changed_at: at, actor, version: 1, row_count: 0 }
    if (!(await insertPriceList(trx, { id, currency: terms.currency, ...columns, ...stamps })))
      throw new PriceListError('price_list_version', `The list ${id} is there already.`)
    await replaceBuyers(trx, id, terms.buyers)
  })
  return id
}

/** Changes the name, the period and the buyers of a list; its currency and its rows stay. Throws PriceListError. */
export async function changePriceList({ db, now }: Services, id: string, terms: PriceListTerms): Promise<void> {
  const at = now().toISOString()
  await db.transaction().execute(async (trx) => {
    const list = await lockedPriceList(trx, id)
    const columns = columnsOf({ ...terms, startsAt: terms.startsAt ?? list.starts_at }, at)
    await updatePriceList(trx, id, { ...columns, version: list.version + 1, changed_at: at })
    await replaceBuyers(trx, id, terms.buyers)
  })
}

/** Ends a list now: from now on nobody gets its prices. Throws PriceListError. */
export async function endPriceList({ db, now }: Services, id: string): Promise<void> {
  const at = now().toISOString()
  await db.transaction().execute(async (trx) => {
    const list = await lockedPriceList(trx, id)
    if (list.ends_at <= at) throw new PriceListError('price_list_period', 'The list is over.')
    const starts_at = list.starts_at < at ? list.starts_at : at
    await updatePriceList(trx, id, { starts_at, ends_at: at, version: list.version + 1, changed_at: at })
  })
}

/**
 * Deletes a list that is not in force, and the history of its rows; the rows are kept for 30 days, so that the list can
 * be restored. Throws PriceListError.
 */
export async function removePriceList({ db, now }: Services, id: string): Promise<void> {
  const at = now().toISOString()
  await db.transaction().execute(async (trx) => {
    const list = await lockedPriceList(trx, id)
    if (list.starts_at <= at && list.ends_at > at)
      throw new PriceListError('price_list_runs', 'The list is in force: end it first.')
    await deletePriceList(trx, list, rowsUntil(now()))
  })
  await clearLeftovers(db, at)
}

/** Until when the rows of a list are kept that is deleted at a moment, UTC ISO. */
export const rowsUntil = (removedAt: Date): string => new Date(removedAt.getTime() + retentionMs).toISOString()

/**
 * Makes a list again that was deleted, with its rows and those of its buyers whom the shop still has. Throws
 * PriceListError where the rows are gone.
 */
export async function restorePriceList(
  { db, now }: Services,
  actor: string,
  { id, currency, ...terms }: PriceListTerms & { id: string; currency: CurrencyCode },
): Promise<void> {
  const at = now().toISOString()
  const columns = columnsOf(terms, at)
  await db.transaction().execute(async (trx) => {
    const removed = await takeRemoved(trx, id)
    if (!removed || !(await claimLeftovers(trx, removed.rows_id)))
      throw new PriceListError('price_list_unknown', `The prices of the list ${id} are gone.`)
    const { rows_id: rowsId, version, created_at } = removed
    const count = await countRowsOf(trx, rowsId)
    const stamps = { created_at, changed_at: at, actor, version: version + 1, row_count: count, rows_id: rowsId }
    if (!(await insertPriceList(trx, { id, currency, ...columns, ...stamps })))
      throw new PriceListError('price_list_version', `The list ${id} is there already.`)
    await replaceBuyers(trx, id, await knownBuyers(trx, terms.buyers))
  })
}

/** Reads a price list and locks it until the transaction ends. Throws PriceListError `price_list_unknown`. */
export async function lockedPriceList(trx: DatabaseTransaction, id: string): Promise<PriceList> {
  const list = await lockPriceList(trx, id)
  if (!list) throw new PriceListError('price_list_unknown', `There is no price list ${id}.`)
  return list
}

function columnsOf({ name: typed, startsAt, endsAt }: PriceListTerms, at: string) {
  const name = typed.trim().slice(0, maxNameLength)
  if (name === '') throw new PriceListError('price_list_name', 'A price list has a name.')
  const [starts_at, ends_at] = [startsAt ?? at, endsAt ?? noListEnd]
  if (ends_at <= starts_at) throw new PriceListError('price_list_period', 'A price list ends after it begins.')
  return { name, starts_at, ends_at }
}
