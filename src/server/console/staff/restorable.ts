import type { AuditOperation } from '../../../domain/staff/audit-operations.ts'
import type { RestorableKind } from '../../../domain/staff/restorable-kinds.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import type { LogFields } from './undo-record.ts'

/** A record that was removed, as the entry of its removal has it. */
export type Removed = {
  readonly id: string
  readonly label: string
  readonly fields: LogFields
  /** When it was removed, UTC ISO. */
  readonly at: string
}

/** How records of a kind are restored from the log, each with the id that it had. */
export type Restorable = {
  readonly kind: RestorableKind
  /** The operations that remove such a record. */
  readonly removedBy: readonly AuditOperation[]
  /** Whether the factor is asked for again, as the form that makes such a record does. */
  readonly asksFactor?: boolean
  readonly isThere: (db: Queryable, id: string) => Promise<boolean>
  /** Whether the log has enough of the record, and the person may make such a one. */
  readonly canBe: (context: ConsoleContext, removed: Removed) => boolean
  /** Throws a refusal. */
  readonly restore: (context: ConsoleContext, removed: Removed) => Promise<void>
}

type Making = Pick<Restorable, 'kind' | 'isThere'> & {
  readonly operation: AuditOperation
  /** Keeps others from making the record at the same time. */
  readonly lock: (trx: DatabaseTransaction) => Promise<void>
  /** What the log compares of the record. */
  readonly log: (db: Queryable, id: string) => Promise<LogFields>
}

/** Makes a record again in one transaction with its entry in the log, unless somebody has made it meanwhile. */
export async function remake(
  { shop, session }: ConsoleContext,
  { id, label }: Removed,
  { operation, kind, lock, isThere, log }: Making,
  make: (shop: Shop) => Promise<unknown>,
): Promise<void> {
  const guard = async (trx: DatabaseTransaction) => {
    await lock(trx)
    if (await isThere(trx, id)) throw new ConsoleError('restored_already')
  }
  const fields = (trx: DatabaseTransaction) => log(trx, id)
  await audited(shop, session.actor, { operation, subject: { kind, id, label }, guard, fields }, make)
}
