import { settingValueJson } from '../../platform/db/json-columns.ts'
import { lastCount, skipCounts } from '../../platform/db/next-count.ts'
import type { Database, DatabaseTransaction } from '../../platform/db/tables.ts'
import { orderNumber } from '../../platform/ids.ts'
import { SettingsError } from '../../platform/settings/settings-error.ts'
import { appendHistory, lastRevision } from '../../platform/settings/settings-queries.ts'
import { settingsNow } from '../../platform/settings/shop-settings.ts'
import { seriesLasts, skipInSeries } from './document-queries.ts'
import { firstNumber, seriesOf } from './number-series.ts'

/** The series of numbers by their stored names, which precede the digits; orders have none. */
const series = {
  orders: '',
  invoices: seriesOf.invoice,
  receipts: seriesOf.receipt,
  returns: seriesOf.return,
  quotes: 'Q',
  requests: 'P',
} as const
export type Series = keyof typeof series
export const seriesNames = Object.keys(series) as Series[]

/** The name under which changes of numbers are in the history of the settings. */
export const numbersHistory = 'numbers'

const maxNumber = 9_999_999
/** A mistyped number is not worth a million. */
const maxSkipped = 1_000_000

export type NextNumber = { series: Series; prefix: string; last: number | null; next: number }

/** Reads the last number of each series, null before the first, and the next one. */
export async function nextNumbers(db: Database): Promise<NextNumber[]> {
  return db.transaction().execute((trx) => Promise.all(seriesNames.map((name) => stateOf(trx, name))))
}

async function stateOf(trx: DatabaseTransaction, name: Series): Promise<NextNumber> {
  const stored = series[name]
  const prefix = name === 'invoices' ? (await settingsNow(trx)).payment.invoicePrefix : stored
  const last =
    name === 'orders' ? numberOf(await lastCount(trx, 'orders')) : ((await seriesLasts(trx)).get(stored) ?? 0)
  const next = Math.max(last + 1, firstNumber)
  return { series: name, prefix, last: last < firstNumber ? null : last, next }
}

function numberOf(seq: number): number {
  return Number(orderNumber(seq))
}

/**
 * Lets a series go on at a number, at least: orders that are placed meanwhile may have taken it. Refuses one that was
 * used. Numbers are never given twice, whatever happens at the same time.
 */
export async function setNextNumber(
  db: Database,
  name: Series,
  next: number,
  { by, now }: { by: string; now: Date },
): Promise<NextNumber & { before: number }> {
  const at = now.toISOString()
  return db.transaction().execute(async (trx) => {
    const revision = (await lastRevision(trx)) + 1
    const state = await stateOf(trx, name)
    const skipped = refuseUsed(state, next)
    const values = { before: settingValueJson.write(state.next), after: settingValueJson.write(next) }
    const change = { revision, changed_at: at, changed_by: by, name: `${numbersHistory}.${name}`, ...values }
    if (!(await appendHistory(trx, [change])))
      throw new SettingsError('Somebody else changed the settings in the meantime: look at them and try again.')
    if (name === 'orders') await skipCounts(trx, 'orders', skipped)
    else if (!(await skipInSeries(trx, series[name], next - 1)))
      throw new SettingsError(`${state.prefix}${next} was used in the meantime.`)
    return { ...(await stateOf(trx, name)), before: state.next }
  })
}

/** Returns how many numbers are left out. */
function refuseUsed({ prefix, next: usual }: NextNumber, next: number): number {
  const skipped = next - usual
  if (skipped < 0)
    throw new SettingsError(`${prefix}${next} was used or is below the first number: the next is ${prefix}${usual}.`)
  if (skipped === 0) throw new SettingsError(`${prefix}${next} is the next number already.`)
  if (next > maxNumber) throw new SettingsError(`Numbers have at most seven digits: ${maxNumber}.`)
  if (skipped > maxSkipped) throw new SettingsError(`${prefix}${next} would leave out more than ${maxSkipped} numbers.`)
  return skipped
}
