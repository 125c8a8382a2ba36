import type { AuditLine } from '../../../contracts/console/staff.ts'
import type { Permission } from '../../../domain/staff/permissions.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { entriesOf, auditOf } from '../../platform/audit/audit-queries.ts'
import { auditJson } from '../../platform/db/json-columns.ts'
import type { Queryable, Row } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { withNames } from './audit-history.ts'
import { auditLine } from './audit-lines.ts'

/** Records that people put in order, one at a time. */
export type Ordered = {
  readonly kind: 'attribute' | 'category'
  /** The operations whose entries have the place of a record. */
  readonly operations: readonly string[]
  readonly permission: Permission
  /** The place of a record among its neighbours, from 1 on; undefined where it is gone. */
  placeOf(db: Queryable, id: string): Promise<number | undefined>
}
/** A record that goes back to a place, and the place where it is now. */
export type FormerPlace = { readonly id: string; readonly label: string; readonly from: number; readonly to: number }

/** So many changes of the order are shown where it is set. */
const shownEntries = 10
const maxEntries = 100

/** The newest changes of an order, for those who may see the log; those that the person can take back say so. */
export async function orderHistory(context: ConsoleContext, ordered: Ordered): Promise<AuditLine[]> {
  const { shop, session } = context
  if (!may(session, 'audit.view')) return []
  const entries = (await entriesOf(shop.db, ordered.operations, shownEntries)).filter((each) => placesIn(each))
  const isAllowed = may(session, ordered.permission)
  const lines: AuditLine[] = []
  for (const entry of entries) {
    const found = isAllowed ? await formerPlace(shop.db, ordered, entry) : undefined
    lines.push(found ? { ...auditLine(entry), undo: 'undo' } : auditLine(entry))
  }
  return withNames(context, lines)
}

/**
 * Where a change of the order had taken a record from. Throws a refusal where the record has been put elsewhere since.
 */
export async function placeBefore({ shop }: ConsoleContext, ordered: Ordered, entry: string): Promise<FormerPlace> {
  const found = (await entriesOf(shop.db, ordered.operations, shownEntries)).find(({ id }) => id === entry)
  if (!found) throw new ConsoleError('unknown')
  const former = await formerPlace(shop.db, ordered, found)
  if (!former) throw new ConsoleError('product_undo')
  return former
}

/** What the log compares of the order. */
export function placeLog({ placeOf }: Ordered, id: string) {
  return async (db: Queryable): Promise<Record<string, number>> => {
    const place = await placeOf(db, id)
    return place === undefined ? {} : { place }
  }
}

async function formerPlace(db: Queryable, ordered: Ordered, entry: Row<'audit_log'>): Promise<FormerPlace | undefined> {
  const places = placesIn(entry)
  const { subject_id: id, subject: label, seq } = entry
  if (!places || (await ordered.placeOf(db, id)) !== places.after) return undefined
  // The same place below another category is another place.
  const later = (await auditOf(db, { kind: ordered.kind, id }, maxEntries)).filter((each) => each.seq > seq)
  if (later.length === maxEntries || later.some(({ after }) => 'parent' in auditJson.read(after))) return undefined
  return { id, label, from: places.after, to: places.before }
}

function placesIn(entry: Row<'audit_log'>): { before: number; after: number } | undefined {
  const [before, after] = [auditJson.read(entry.before)['place'], auditJson.read(entry.after)['place']]
  return typeof before === 'number' && typeof after === 'number' ? { before, after } : undefined
}
