import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../connect.ts'
import { index, orderedByKey, table } from './columns.ts'

/** Adds documents of products, such as datasheets and manuals. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await table(db, 'document_files', { id: 'text', bytes: 'int' })
    .addPrimaryKeyConstraint('document_files_pk', ['id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await table(db, 'product_documents', {
    product_id: 'text',
    document_id: 'text',
    position: 'int',
    title_en: 'text',
    title_sv: 'text',
  })
    .addPrimaryKeyConstraint('product_documents_pk', ['product_id', 'document_id'])
    .modifyEnd(orderedByKey(kind))
    .execute()
  await index(db, 'product_documents_document', 'product_documents', ['document_id'])
}
