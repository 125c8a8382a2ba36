import { isDeepStrictEqual } from 'node:util'
import { auditJson } from '../db/json-columns.ts'
import { lockSubject } from '../db/locks/lock-subject.ts'
import type { Database, DatabaseTransaction } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { insertAuditEntry, insertAuditReason } from './audit-queries.ts'
import { refuseWaitingRows } from './waiting-rows-queries.ts'

/** Who does something: a staff member, or a command or program (`staffId` null), and from which address. */
export type Actor = { readonly staffId: string | null; readonly name: string; readonly address: string }

/** The record that is changed: its kind, its id and how people call it. */
type Subject = { readonly kind: string; readonly id: string; readonly label: string }

/** Values of a record by field, to be compared before and after. */
type Fields = Readonly<Record<string, unknown>>

export type AuditedAction = {
  /** The operation's name, such as `orders.ship`. */
  readonly operation: string
  readonly subject: Subject
  readonly note?: string
  /** Why, in a person's own words: kept beside the log, so that what it says of people is erased with them. */
  readonly reason?: string
  /** Whether it is a row of a bulk run. What a person does with one record counts before runs that still wait. */
  readonly isRun?: boolean
  /** Runs first in the transaction; throws when the record is no longer what the person saw. */
  readonly guard?: (trx: DatabaseTransaction) => Promise<void>
  /**
   * Reads the record within the transaction, before and after: the fields that differ are logged, and a change of
   * nothing is not. Without it the action is always logged.
   */
  readonly fields?: (trx: DatabaseTransaction) => Promise<Fields>
}

type Services = { readonly db: Database; readonly now: () => Date }

/**
 * Carries out an operation whose audit entry is written in the operation's own transaction: `run` gets services whose
 * first transaction also appends the entry. Of two operations on one record the second waits until the first has ended,
 * so that its guard and its entry see what the first did. Throws if `run` succeeds without a transaction, because then
 * nothing was logged.
 */
export async function audited<Own extends Services, Result>(
  services: Own,
  actor: Actor,
  action: AuditedAction,
  run: (services: Own) => Promise<Result>,
): Promise<Result> {
  const at = services.now()
  let isLogged = false
  const inTransaction = async <Value>(trx: DatabaseTransaction, work: () => Promise<Value>): Promise<Value> => {
    if (isLogged) return work()
    await lockSubject(trx, action.subject.kind, action.subject.id)
    await action.guard?.(trx)
    const before = await action.fields?.(trx)
    const value = await work()
    await append(trx, { actor, action, at, before, after: await action.fields?.(trx) })
    isLogged = true
    return value
  }
  const result = await run({ ...services, db: aroundTransactions(services.db, inTransaction) })
  if (!isLogged)
    throw new Error(`The operation ${action.operation} ran without a transaction, so it is not in the log.`)
  return result
}

/** Appends an entry in a transaction of the caller. */
export async function appendAudit(
  trx: DatabaseTransaction,
  actor: Actor,
  action: AuditedAction,
  at: Date,
): Promise<void> {
  await append(trx, { actor, action, at })
}

type Entry = { actor: Actor; action: AuditedAction; at: Date; before?: Fields | undefined; after?: Fields | undefined }

async function append(trx: DatabaseTransaction, { actor, action, at, before, after }: Entry): Promise<void> {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changed = names.filter((name) => !isDeepStrictEqual(before?.[name], after?.[name]))
  if (action.fields && changed.length === 0) return
  if (!action.isRun) await refuseWaitingRows(trx, action.subject, changed)
  const of = (fields: Fields = {}) => auditJson.write(Object.fromEntries(changed.map((name) => [name, fields[name]])))
  const { operation, subject, note = '', reason = '' } = action
  const id = newId(at.getTime())
  await insertAuditEntry(trx, {
    id,
    at: at.toISOString(),
    staff_id: actor.staffId,
    actor: actor.name,
    address: actor.address,
    operation,
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject: subject.label,
    before: of(before),
    after: of(after),
    note,
  })
  if (reason !== '')
    await insertAuditReason(trx, { entry_id: id, subject_kind: subject.kind, subject_id: subject.id, reason })
}

type Around = <Value>(trx: DatabaseTransaction, work: () => Promise<Value>) => Promise<Value>

/** The same database, each of whose transactions runs inside `around`; `committed` is called after each. */
export function aroundTransactions(db: Database, around: Around, committed?: () => void): Database {
  const transaction = () => ({
    execute: async <Value>(work: (trx: DatabaseTransaction) => Promise<Value>) => {
      const value = await db.transaction().execute((trx) => around(trx, () => work(trx)))
      committed?.()
      return value
    },
  })
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
