import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import type { Tables } from '../tables.ts'
import { indexDevices } from '../../catalog/device-queries.ts'
import { index, orderedByKey, table } from './columns.ts'

/** The parts finder: devices by maker and line, and by whatever text they are known by. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'device_names', { normalized: 'text', device_id: 'text' })
    .addPrimaryKeyConstraint('device_names_pk', ['normalized', 'device_id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'devices_by_series', 'devices', ['brand', 'series', 'model'])
  await indexDevices(db as Kysely<Tables>, kind)
}
