import { sql } from 'kysely'
import { kindOf } from '../../platform/db/kind-of.ts'
import { compileOnce } from '../../platform/db/statements/compile-once.ts'
import type { Database } from '../../platform/db/tables.ts'

const lastSign = '\u{10ffff}'

/** Reads which of these normalized texts begin the name or a number of a device. */
export async function textsOfDevices(db: Database, texts: readonly string[]): Promise<string[]> {
  return (await named(db, JSON.stringify(texts)).execute()).map(({ value }) => value)
}

const named = compileOnce((db, json: string) => ({
  compile: () => {
    const isSqlite = kindOf(db) === 'sqlite'
    const listed = isSqlite ? sql`json_each(${json})` : sql`jsonb_array_elements_text(${json}::jsonb)`
    return sql<{ value: string }>`select value from ${listed} as texts where exists
      (select 1 from device_names where normalized >= value and normalized < value || ${lastSign})`.compile(db)
  },
}))

/** Reads devices of which a name or number begins with this normalized text. */
export function devicesBeginning(db: Database, text: string, limit: number) {
  return db
    .selectFrom('device_names as n')
    .innerJoin('devices as d', 'd.id', 'n.device_id')
    .select(['d.id', 'd.slug', 'd.brand', 'd.series', 'd.model', 'n.normalized'])
    .where('n.normalized', '>=', text)
    .where('n.normalized', '<', text + lastSign)
    .orderBy('n.normalized')
    .limit(limit)
    .execute()
}
