import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

/** Creates the parts finder's tables: devices by maker and series, and their search texts. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'device_names', { normalized: 'text', device_id: 'text' })
    .addPrimaryKeyConstraint('device_names_pk', ['normalized', 'device_id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'devices_by_series', 'devices', ['brand', 'series', 'model'])
  await nameDevices(db as Kysely<TablesThen>)
}

type TablesThen = {
  devices: { id: string; brand: string; series: string; model: string; type_numbers: string }
  device_names: { normalized: string; device_id: string }
}

/**
 * Writes the search texts of existing devices as the shop did when this migration was written; imports rewrite them.
 */
async function nameDevices(db: Kysely<TablesThen>): Promise<void> {
  const devices = await db.selectFrom('devices').select(['id', 'brand', 'series', 'model', 'type_numbers']).execute()
  for (const device of devices) {
    const rows = namesOf(device).map((normalized) => ({ normalized, device_id: device.id }))
    if (rows.length > 0) await db.insertInto('device_names').values(rows).execute()
  }
}

function namesOf({ brand, series, model, type_numbers: numbers }: TablesThen['devices']): string[] {
  const name = model.startsWith(series) ? model : `${series} ${model}`
  const names = [`${brand} ${name}`, ...numbers.split(/[,;\s]+/)]
    .flatMap(endings)
    .map((text) => text.slice(0, 64))
    .filter((text) => text.length >= 3)
  return [...new Set(names)]
}

/** Returns the normalized text from each of its words on. */
function endings(text: string): string[] {
  const words = text.split(/[\s\-./]+/).map(plain)
  return words.map((_, at) => words.slice(at).join(''))
}

function plain(text: string): string {
  const upper = text.normalize('NFKC').toUpperCase()
  const joined = upper.replace(/[\s\-.\u2010-\u2015/_]+/g, '').normalize('NFKC')
  return joined.replace(/[^\p{L}\p{N}]/gu, '')
}
