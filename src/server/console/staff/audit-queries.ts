import type { ListQuery } from '../../../contracts/console/lists.ts'
import { withReasons } from '../../platform/audit/audit-queries.ts'
import type { Queryable, Row } from '../../platform/db/tables.ts'
import { countRows, pageByKey } from '../lists/list-queries.ts'

/** When each person was last here. */
export async function lastUses(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('staff_sessions')
    .select(['staff_id', (eb) => eb.fn.max('last_used_at').as('last')])
    .where('stage', '=', 'full')
    .groupBy('staff_id')
    .execute()
  return new Map(rows.map(({ staff_id, last }) => [staff_id, last]))
}

/** `operations`: those that the words of the search name. */
export type AuditQuery = ListQuery & { readonly operations: readonly string[] }

/** One page of the log; the search is for a person, an operation or a record, by its beginning. */
export async function auditPage(db: Queryable, query: AuditQuery, limit: number): Promise<Row<'audit_log'>[]> {
  const { isDescending, cursor } = query
  const page = { sort: 'seq', id: 'seq', isDescending, cursor, limit } as const
  return withReasons(db, await pageByKey(filtered(db, query).selectAll(), page))
}

export async function countAudit(db: Queryable, query: AuditQuery): Promise<number> {
  return countRows(db, filtered(db, query).select('seq'))
}

function filtered(db: Queryable, { search, filters, operations }: AuditQuery) {
  const { kind, from, to } = filters
  let query = db.selectFrom('audit_log')
  if (search !== '')
    query = query.where((eb) =>
      eb.or([
        eb('operation', 'like', `${search}%`),
        eb('subject', 'like', `${search}%`),
        eb('actor', 'like', `${search}%`),
        ...(operations.length > 0 ? [eb('operation', 'in', operations)] : []),
      ]),
    )
  if (kind) query = query.where('subject_kind', '=', kind)
  if (from) query = query.where('at', '>=', from)
  if (to) query = query.where('at', '<', to)
  return query
}
