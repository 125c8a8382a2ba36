import type { Kysely } from 'kysely'
import { table } from './columns.ts'

/** Adds the texts of mails that staff have written, each version of a mail in a language as a row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await table(db, 'mail_texts', {
    mail: 'text',
    language: 'text',
    number: 'int',
    texts: 'text',
    at: 'text',
    author: 'text',
    event: 'text',
  })
    .addPrimaryKeyConstraint('mail_texts_pk', ['mail', 'language', 'number'])
    .execute()
}
