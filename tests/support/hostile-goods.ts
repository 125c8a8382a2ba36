import { productType } from '../../src/domain/products/products.ts'
import type { Database } from '../../src/server/platform/db/tables.ts'

const at = '2026-11-20T09:00:00.000Z'

/** A photograph of the library, and of a product. */
export const hostilePhoto = 'photo-0123456789abcdef'

/** A picture of the library, and of a product, with a text of shoppers. */
export async function describePicture(db: Database, product_id: string, text: string): Promise<void> {
  const picture_id = hostilePhoto
  await db.insertInto('pictures').values({ id: picture_id, width: 1_200, height: 800 }).execute()
  await db
    .insertInto('product_pictures')
    .values({ product_id, picture_id, position: 9, alt_en: '', alt_sv: '' })
    .execute()
  const texts = { name: text, alt_en: text, alt_sv: text }
  const size = { width: 1_200, height: 800, bytes: 300_000 }
  const made = { added_at: at, added_by: text, updated_at: at, version: 1 }
  await db
    .insertInto('library_pictures')
    .values({ id: 'hostile', picture_id, ...texts, ...size, ...made })
    .execute()
  await db
    .updateTable('product_pictures')
    .set({ alt_en: text, alt_sv: text })
    .where('product_id', '=', product_id)
    .execute()
  const document = { product_id, document_id: 'doc-0123456789abcdef', position: 0 }
  await db.insertInto('document_files').values({ id: document.document_id, bytes: 1_000 }).execute()
  await db
    .insertInto('product_documents')
    .values({ ...document, title_en: text, title_sv: text })
    .execute()
}

/** Texts of a mail, with a text of shoppers and one that the mail cannot fill. */
export async function writeMailTexts(db: Database, text: string): Promise<void> {
  const names = ['started_subject', 'started_subject.heading', 'started', 'manage']
  const texts = { ...Object.fromEntries(names.map((name) => [name, text])), upcoming: `${text} {{gone}}` }
  const row = {
    mail: 'subscription',
    number: 1,
    texts: JSON.stringify(texts),
    at,
    author: text,
    event: 'saved',
  } as const
  await db
    .insertInto('mail_texts')
    .values([
      { ...row, language: 'sv' },
      { ...row, language: 'en' },
    ])
    .execute()
}

/** Names the choices of a product, and its values, by a text of shoppers; returns its id. */
export async function describeVariants(db: Database, text: string): Promise<string> {
  const { id: parent } = await db
    .selectFrom('products')
    .select('id')
    .where('type', '=', productType.variant)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const choices = await db.selectFrom('products').select('id').where('parent_id', '=', parent).orderBy('id').execute()
  const ids = choices.map(({ id }) => id)
  await db.updateTable('product_texts').set({ label: text }).where('product_id', 'in', ids).execute()
  await db
    .updateTable('product_attributes')
    .set({ value: text })
    .where('product_id', '=', ids[0] ?? '')
    .execute()
  return parent
}

/** Names a set and its pieces by a text of shoppers; returns its id. */
export async function describeSet(db: Database, text: string): Promise<string> {
  const { set_id: id } = await db.selectFrom('set_items').select('set_id').orderBy('set_id').executeTakeFirstOrThrow()
  const pieces = await db.selectFrom('set_items').select('product_id').where('set_id', '=', id).execute()
  const ids = [id, ...pieces.map(({ product_id: piece }) => piece)]
  await db.updateTable('product_texts').set({ name: text }).where('product_id', 'in', ids).execute()
  return id
}
