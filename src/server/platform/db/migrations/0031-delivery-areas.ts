import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { orderedByKey, table } from './columns.ts'

type WithAreas = {
  delivery_areas: { country: string; postal_from: string; postal_to: string; extra_days: number }
}

/** Islands and the far north, as [country, first code, last code, additional working days]. */
const areas: readonly (readonly [string, string, string, number])[] = [
  ['SE', '62100', '62499', 1],
  ['SE', '93000', '96199', 1],
  ['SE', '96200', '98499', 2],
  ['NO', '8000', '8999', 1],
  ['NO', '9000', '9999', 2],
  ['DK', '3700', '3799', 1],
  ['FI', '22000', '22999', 2],
  ['FI', '96000', '99999', 1],
  ['FR', '20000', '20999', 1],
  ['IT', '07000', '09999', 1],
  ['IT', '90000', '98999', 1],
  ['ES', '07000', '07999', 1],
  ['ES', '35000', '35999', 3],
  ['ES', '38000', '38999', 3],
  ['PT', '9000000', '9999999', 3],
]

/**
 * Adds the postal codes to which a parcel takes longer; `postal_from` and `postal_to` have no spaces. The shop owner
 * may change the rows.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'delivery_areas', { country: 'text', postal_from: 'text', postal_to: 'text', extra_days: 'int' })
    .addPrimaryKeyConstraint('delivery_areas_pk', ['country', 'postal_from'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await db
    .withTables<WithAreas>()
    .insertInto('delivery_areas')
    .values(areas.map(([country, from, to, days]) => ({ country, postal_from: from, postal_to: to, extra_days: days })))
    .execute()
}
