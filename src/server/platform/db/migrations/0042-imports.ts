import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { orderedByKey, table } from './columns.ts'

/** Adds the imports of products, and what each of their steps replaced, so that they can be undone. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'catalog_imports', {
    number: 'int',
    run: 'int',
    title: 'text',
    state: 'text',
    owner: 'text',
    changed_at: 'text',
    started_at: 'text',
    beat_at: 'text',
    ended_at: 'text?',
    created: 'int',
    changed: 'int',
    kept: 'int',
  })
    .addPrimaryKeyConstraint('catalog_imports_pk', ['number'])
    .execute()
  await table(db, 'catalog_import_steps', { import: 'int', step: 'int', before: 'text' })
    .addPrimaryKeyConstraint('catalog_import_steps_pk', ['import', 'step'])
    .modifyEnd(orderedByKey(kind))
    .execute()
}
