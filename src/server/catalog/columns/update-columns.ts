import { setTimeout as sleep } from 'node:timers/promises'
import type { ShopDatabase } from '../../platform/db/connect.ts'
import { productsShowing } from '../change-queries.ts'
import { productsUpdatedAt } from './column-change-queries.ts'
import { columnsOf, countShown, listedNumbers } from './column-queries.ts'
import type { ColumnRow } from './column-row.ts'
import type { ProductColumns } from './product-columns.ts'
import { rememberedOf } from './remembered.ts'

type Source = Pick<ShopDatabase, 'db' | 'listDb' | 'kind'>

/** How many products of a moment are read at a time, and the pause after them, in which lists are read. */
const [updatedAtOnce, pauseMs] = [250, 4]

/** Reads products that changed. @returns whether the place of one in a sorted list may have changed. */
export async function updateColumns(
  { db, listDb, kind }: Source,
  columns: ProductColumns,
  changed: readonly string[],
): Promise<boolean> {
  const rows = await columnsOf(db, kind, changed)
  const hasMoved = putRows(columns, rows)
  if (rows.length === changed.length || (await countShown(db, kind, changed)) === changed.length) return hasMoved
  const listed = new Uint8Array(columns.size)
  for (const seq of await listedNumbers(listDb, kind)) listed[seq] = 1
  removeOthers(columns, listed)
  return hasMoved
}

/** Puts rows, and forgets what was computed of products with a term that one of them has, or had before. */
function putRows(columns: ProductColumns, rows: readonly ColumnRow[]): boolean {
  const touched = new Set<number>()
  let hasMoved = false
  for (const row of rows) {
    if (columns.isListed[row.seq] === 1) addAll(touched, columns.termsOf(row.seq))
    hasMoved = columns.put(row) || hasMoved
    addAll(touched, columns.termsOf(row.seq))
  }
  rememberedOf(columns).forget(touched)
  return hasMoved
}

function removeOthers(columns: ProductColumns, listed: Uint8Array): void {
  const touched = new Set<number>()
  for (let seq = 0; seq < columns.size; seq += 1) {
    if (listed[seq] === 1 || columns.isListed[seq] !== 1) continue
    addAll(touched, columns.termsOf(seq))
    columns.remove(seq)
  }
  rememberedOf(columns).forget(touched)
}

function addAll(set: Set<number>, terms: Uint32Array): void {
  for (const term of terms) set.add(term)
}

/**
 * Reads the products whose prices and stock were written at some moments, and those that show them, in small batches,
 * so that pages do not wait: reading all products would delay lists by more, the larger the catalogue is.
 * @returns `columns`, changed
 */
export async function updateColumnsAt(
  { listDb, kind }: Source,
  columns: ProductColumns,
  moments: readonly string[],
): Promise<ProductColumns> {
  for (const moment of moments) {
    for (let [after, isMore] = ['', true]; isMore;) {
      const ids = await productsUpdatedAt(listDb, moment, after, updatedAtOnce)
      const shown = ids.length > 0 ? await productsShowing(listDb, ids) : []
      putRows(columns, await columnsOf(listDb, kind, shown))
      after = ids.at(-1) ?? after
      isMore = ids.length === updatedAtOnce
      await sleep(pauseMs)
    }
  }
  return columns
}
