import type { Permission } from '../../../domain/staff/permissions.ts'
import { permissionsOf } from '../../identity/staff/staff-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** How far back arrivals are looked for: more than come within a look's distance, by far. */
const [newestEvents, newestReturns] = [500, 100]

/** The arrivals of the newest orders and returns, by keys that rise with time. */
export async function newestArrivals(db: Queryable): Promise<{ orders: string[]; returns: string[] }> {
  const events = db
    .selectFrom('order_events')
    .select(['seq', 'from_status', 'to_status'])
    .orderBy('seq', 'desc')
    .limit(newestEvents)
  const confirmed = (await events.execute()).filter(
    ({ from_status: from, to_status: to }) => to === 'confirmed' && from !== 'confirmed',
  )
  return {
    orders: confirmed.map(({ seq }) => orderKey(Number(seq))),
    returns: await newestReturnKeys(db, newestReturns),
  }
}

/** The keys of the newest order and return of this moment, which everything later lies behind. */
export async function newestKeys(db: Queryable): Promise<{ orders: string; returns: string }> {
  const event = await db
    .selectFrom('order_events')
    .select((row) => row.fn.max('seq').as('seq'))
    .executeTakeFirst()
  const [newest = ''] = await newestReturnKeys(db, 1)
  return { orders: orderKey(Number(event?.seq ?? 0)), returns: newest }
}

async function newestReturnKeys(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('returns')
    .select(['requested_at', 'id'])
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ requested_at: at, id }) => `${at} ${id}`)
}

const orderKey = (seq: number) => String(seq).padStart(15, '0')

/** What the holders of sessions may do now, by the session; those that are over or shut out are missing. */
export async function liveHolders(
  db: Queryable,
  hashes: readonly string[],
  at: string,
): Promise<Map<string, readonly Permission[]>> {
  const rows = await db
    .selectFrom('staff_sessions')
    .innerJoin('staff', 'staff.id', 'staff_sessions.staff_id')
    .select(['staff_sessions.hash', 'staff.role'])
    .where('staff_sessions.hash', 'in', hashes)
    .where('staff_sessions.expires_at', '>', at)
    .where('staff_sessions.stage', '=', 'full')
    .where('staff.is_active', '=', 1)
    .execute()
  const roles = new Map<string, readonly Permission[]>()
  for (const role of new Set(rows.map((row) => row.role))) roles.set(role, await permissionsOf(db, role))
  return new Map(rows.map(({ hash, role }) => [hash, roles.get(role) ?? []]))
}
