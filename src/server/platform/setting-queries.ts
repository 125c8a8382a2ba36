import type { Queryable } from './db/tables.ts'

/** Reads a setting; stores and returns `fallback` when it has no value. */
export async function readOrCreateSetting(db: Queryable, key: string, fallback: string): Promise<string> {
  const known = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  if (known) return known.value
  await db
    .insertInto('settings')
    .values({ key, value: fallback })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst())?.value ?? fallback
}
