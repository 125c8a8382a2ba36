import { sql } from 'kysely'
import { insertRows, textList } from '../../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../../platform/db/connect.ts'
import type { Database, DatabaseTransaction, Queryable, Row } from '../../../platform/db/tables.ts'

export type FileKind = Row<'unused_files'>['kind']

const tables = {
  picture: { files: 'pictures', uses: 'product_pictures', column: 'picture_id' },
  document: { files: 'document_files', uses: 'product_documents', column: 'document_id' },
} as const satisfies Record<FileKind, object>

/** Reads the next files in the order of their ids, and whether a product has them. */
export async function filesAfter(db: Queryable, file: FileKind, after: string, max: number) {
  const { files, uses, column } = tables[file]
  const { rows } = await sql<{ id: string; used: number }>`
    select id, case when exists (select 1 from ${sql.table(uses)} used where used.${sql.ref(column)} = file.id)
      then 1 else 0 end as used
    from ${sql.table(files)} file where id > ${after} order by id limit ${max}`.execute(db)
  return rows
}

/** Reads which of these files a product has. */
export async function filesOfProducts(db: Queryable, kind: DatabaseKind, file: FileKind, ids: readonly string[]) {
  const { uses, column } = tables[file]
  const { rows } = await sql<{ id: string }>`select distinct ${sql.ref(column)} as id from ${sql.table(uses)}
    where ${sql.ref(column)} in ${textList(kind, ids)}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function picturesOfCategories(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('categories').select('picture_id').where('picture_id', 'is not', null).execute()
  return rows.flatMap(({ picture_id: id }) => id ?? [])
}

export async function picturesOfLibrary(db: Queryable): Promise<string[]> {
  return (await db.selectFrom('library_pictures').select('picture_id').execute()).map(({ picture_id: id }) => id)
}

/** The pictures of which others are parts: they are needed to change those parts. */
export async function originalsOfCrops(db: Queryable): Promise<string[]> {
  return (await db.selectFrom('picture_crops').select('original_id').distinct().execute()).map((row) => row.original_id)
}

export async function guideTexts(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('guides').select(['draft', 'published']).execute()
  return rows.flatMap(({ draft, published }) => [draft, published].filter((text) => text !== null))
}

/** Reads every text that may link to a file of the shop. */
export async function linkingTexts(db: Queryable): Promise<string[]> {
  const pages = await db.selectFrom('content_pages').select(['draft', 'published']).execute()
  const widgets = await db.selectFrom('widgets').select(['draft', 'published']).execute()
  const hints = await db.selectFrom('search_hints').select('url').execute()
  const categories = await db.selectFrom('categories').select('uri').where('uri', 'is not', null).execute()
  const settings = await db.selectFrom('shop_settings').select('value').execute()
  return [
    ...[...pages, ...widgets].flatMap(({ draft, published }) => [draft ?? '', published ?? '']),
    ...hints.map(({ url }) => url),
    ...categories.map(({ uri }) => uri ?? ''),
    ...settings.map(({ value }) => value),
  ]
}

/** Notes files as unused from now on, except those that are noted already. */
export function markUnused(
  db: Database,
  kind: DatabaseKind,
  file: FileKind,
  { ids, at }: { ids: readonly string[]; at: string },
): Promise<void> {
  const rows = ids.map((id) => ({ kind: file, id, unused_since: at, is_gone: 0 as const }))
  return insertRows(db, kind, 'unused_files', rows, 'on conflict do nothing')
}

/** Forgets the notes of files that were deleted and have come back. */
export async function unmarkReturned(db: Queryable, file: FileKind): Promise<void> {
  const { files } = tables[file]
  await sql`delete from unused_files where kind = ${file} and is_gone = 1
    and id in (select id from ${sql.table(files)})`.execute(db)
}

type Due = { before: string; among?: { kind: DatabaseKind; ids: readonly string[] } }

/** Reads files that were noted before a moment, of all or `among` some, and those whose rows are gone already. */
export async function dueFiles(db: Queryable, file: FileKind, { before, among }: Due): Promise<string[]> {
  const { files } = tables[file]
  const { rows } = await sql<{ id: string }>`select id from unused_files noted where kind = ${file}
    and case when is_gone = 1 then not exists (select 1 from ${sql.table(files)} file where file.id = noted.id)
      else unused_since < ${before} end
    ${among ? sql`and id in ${textList(among.kind, among.ids)}` : sql``} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Reads when the oldest import ended that can still be undone, and then needs its pictures and documents. */
export async function oldestUndoable(db: Queryable): Promise<string | undefined> {
  const row = await db
    .selectFrom('catalog_imports as done')
    .select('done.ended_at')
    .where('done.state', '=', 'done')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('catalog_import_steps as step').select('step.import').whereRef('step.import', '=', 'done.number'),
      ),
    )
    .orderBy('done.ended_at')
    .limit(1)
    .executeTakeFirst()
  return row?.ended_at ?? undefined
}

/** Keeps these files from being referred to until the transaction ends; on SQLite nobody else writes meanwhile. */
export async function lockFiles(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  file: FileKind,
  ids: readonly string[],
): Promise<void> {
  if (kind === 'sqlite') return
  const { files } = tables[file]
  await sql`select id from ${sql.table(files)} where id in ${textList(kind, ids)} order by id for update`.execute(trx)
}

/** Deletes the rows of files, and notes that their files are about to go. */
export async function deleteFileRows(
  trx: DatabaseTransaction,
  kind: DatabaseKind,
  file: FileKind,
  ids: readonly string[],
): Promise<void> {
  const { files } = tables[file]
  const gone = file === 'picture' ? [files, 'picture_originals', 'picture_crops'] : [files]
  for (const each of gone) await sql`delete from ${sql.table(each)} where id in ${textList(kind, ids)}`.execute(trx)
  await trx
    .updateTable('unused_files')
    .set({ is_gone: 1 })
    .where('kind', '=', file)
    .where('id', 'in', textList(kind, ids))
    .execute()
}
