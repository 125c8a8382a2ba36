import type { Database, DatabaseTransaction, NewRow, Queryable, Row } from '../platform/db/tables.ts'

export type VersionRow = Row<'content_versions'>

/** So many versions of an item are kept in a language. */
const keptVersions = 200

/** What an item said in each language when it was deleted last. */
export async function deletedVersions(db: Queryable, { kind, id }: Item): Promise<VersionRow[]> {
  const rows = await db
    .selectFrom('content_versions')
    .selectAll()
    .where('kind', '=', kind)
    .where('item', '=', id)
    .where('event', '=', 'deleted')
    .orderBy('number', 'desc')
    .limit(10)
    .execute()
  const at = rows[0]?.at
  // What had been deleted before, in a language that it did not have any more, stays deleted.
  return rows.filter((row) => row.at === at)
}

/** Adds a version, and deletes the oldest beyond those that are kept. */
export async function insertVersion(trx: DatabaseTransaction, row: NewRow<'content_versions'>): Promise<void> {
  await trx.insertInto('content_versions').values(row).execute()
  const { kind, item, language } = row
  const oldest = await trx
    .selectFrom('content_versions')
    .select('number')
    .where('kind', '=', kind)
    .where('item', '=', item)
    .where('language', '=', language)
    .orderBy('number', 'desc')
    .offset(keptVersions)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await trx
    .deleteFrom('content_versions')
    .where('kind', '=', kind)
    .where('item', '=', item)
    .where('language', '=', language)
    .where('number', '<=', oldest.number)
    .execute()
}

type Item = { kind: VersionRow['kind']; id: string }

/** The versions of an item in all languages, newest first, without their texts. */
export function versionsOf(db: Queryable, { kind, id }: Item, limit: number) {
  return db
    .selectFrom('content_versions')
    .select(['number', 'language', 'at', 'author', 'event', 'title'])
    .where('kind', '=', kind)
    .where('item', '=', id)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

/** Those of the newest versions of an item that name a picture, with their texts. */
export function versionsWithPictures(db: Queryable, { kind, id }: Item, limit: number): Promise<VersionRow[]> {
  return db
    .selectFrom('content_versions')
    .selectAll()
    .where('kind', '=', kind)
    .where('item', '=', id)
    .where('number', 'in', (from) =>
      from
        .selectFrom('content_versions')
        .select('number')
        .where('kind', '=', kind)
        .where('item', '=', id)
        .orderBy('number', 'desc')
        .limit(limit),
    )
    .where('body', 'like', '%photo-%')
    .execute()
}

/** The number of the newest version in each language. */
export function lastVersions(db: Queryable, { kind, id }: Item) {
  return db
    .selectFrom('content_versions')
    .select(({ fn }) => ['language', fn.max('number').as('number')])
    .where('kind', '=', kind)
    .where('item', '=', id)
    .groupBy('language')
    .execute()
}

/** A version of an item by its number. */
export function versionByNumber(db: Queryable, { kind, id }: Item, number: number): Promise<VersionRow | undefined> {
  return db
    .selectFrom('content_versions')
    .selectAll()
    .where('kind', '=', kind)
    .where('item', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
}

/** The newest version of every item, in whatever language. */
export function lastOfEach(db: Queryable) {
  return db
    .selectFrom('content_versions')
    .select(['kind', 'item', 'at', 'author'])
    .where('number', 'in', ({ selectFrom }) =>
      selectFrom('content_versions')
        .select(({ fn }) => fn.max('number').as('number'))
        .groupBy(['kind', 'item']),
    )
    .execute()
}

type Reader = Row<'content_readers'>

/** Notes that somebody has an item open, and forgets who had any open long ago. */
export async function recordReader(db: Database, row: Reader, forgotten: string): Promise<void> {
  await db
    .insertInto('content_readers')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'item', 'staff_id']).doUpdateSet({ at: row.at, name: row.name }),
    )
    .execute()
  await db.deleteFrom('content_readers').where('at', '<', forgotten).execute()
}

/** Who else has had an item open since a moment. */
export function otherReaders(
  db: Queryable,
  { kind, item, staff_id: staff }: Pick<Reader, 'kind' | 'item' | 'staff_id'>,
  since: string,
) {
  return db
    .selectFrom('content_readers')
    .select(['name', 'at'])
    .where('kind', '=', kind)
    .where('item', '=', item)
    .where('staff_id', '!=', staff)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .execute()
}

/** Deletes an item in every language; its versions stay. */
export async function deleteRows(trx: Database, { kind, id }: Item): Promise<void> {
  if (kind === 'widget') await trx.deleteFrom('widgets').where('slug', '=', id).execute()
  else if (kind === 'page') await trx.deleteFrom('content_pages').where('id', '=', id).execute()
  else {
    await trx.deleteFrom('guide_targets').where('guide_id', '=', id).execute()
    await trx.deleteFrom('guides').where('id', '=', id).execute()
  }
}
