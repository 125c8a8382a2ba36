import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { AuditLine } from '../../../contracts/console/staff.ts'
import type { Permission } from '../../../domain/staff/permissions.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { auditOf } from '../../platform/audit/audit-queries.ts'
import { auditJson } from '../../platform/db/json-columns.ts'
import type { Row } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { withNames } from './audit-history.ts'
import { auditLine } from './audit-lines.ts'

export type LogFields = Readonly<Record<string, unknown>>
/** A record whose changes can be taken back one at a time, as the log has them. */
export type Undoing = {
  readonly subject: { readonly kind: string; readonly id: string }
  /** The operations whose changes can be taken back. */
  readonly operations: readonly string[]
  /** What the audit log records of the record as it is now. */
  readonly now: LogFields
  /** Fields that follow from others, such as a version: they are neither compared nor taken back. */
  readonly ignored?: readonly string[]
  readonly permission: Permission
  /** Whether the record can be made such again; without it, always. */
  readonly canBe?: (former: LogFields) => boolean
  /** The action of the screen that takes a change back. */
  readonly action?: string
}

/** Of the newest entries about a record, one can be taken back. */
const maxEntries = 100

/** The history of a record, for those who may see it; entries that the person can take back say so. */
export async function undoableHistory(context: ConsoleContext, undoing: Undoing): Promise<AuditLine[]> {
  const { shop, session } = context
  if (!may(session, 'audit.view')) return []
  const entries = await auditOf(shop.db, undoing.subject, maxEntries)
  const isAllowed = may(session, undoing.permission)
  const lines = entries.map((entry) => {
    const line = auditLine(entry)
    return isAllowed && formerFields(entry, undoing) ? { ...line, undo: undoing.action ?? 'undo' } : line
  })
  return withNames(context, lines)
}

/**
 * What the audit log records of a record with one change taken back. Throws a refusal where the record is no longer
 * what the change made of it: what somebody has changed since is not lost.
 */
export async function fieldsWithout({ shop }: ConsoleContext, undoing: Undoing, entry: string): Promise<LogFields> {
  const found = (await auditOf(shop.db, undoing.subject, maxEntries)).find(({ id }) => id === entry)
  if (!found) throw new ConsoleError('unknown')
  const former = formerFields(found, undoing)
  if (!former) throw new ConsoleError('product_undo')
  return { ...undoing.now, ...former }
}

/** Fields of the log as a schema reads them. Throws a refusal where the log does not have all of them. */
export function parseLogFields<Schema extends z.ZodType>(schema: Schema, fields: LogFields): z.output<Schema> {
  const read = schema.safeParse(fields)
  if (!read.success) throw new ConsoleError('not_possible')
  return read.data
}

type Entry = Pick<Row<'audit_log'>, 'operation' | 'before' | 'after'>

/** The fields of an entry as they were before it; undefined where one of them is not what the entry made it. */
function formerFields(entry: Entry, { operations, now, ignored = [], canBe }: Undoing): LogFields | undefined {
  if (!operations.includes(entry.operation)) return undefined
  const [before, after, current] = [auditJson.read(entry.before), auditJson.read(entry.after), asLogged(now)]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !ignored.includes(name))
  if (names.length === 0 || names.some((name) => !isDeepStrictEqual(current[name], after[name]))) return undefined
  const former = Object.fromEntries(names.map((name) => [name, before[name]]))
  return canBe?.({ ...now, ...former }) === false ? undefined : former
}

const asLogged = (fields: LogFields): LogFields => auditJson.read(auditJson.write(fields))
