import type { Language } from '../../../../domain/places/locales.ts'
import type { DatabaseTransaction, Queryable, Row } from '../../../platform/db/tables.ts'

export type MailTextsRow = Row<'mail_texts'>
type Of = Pick<MailTextsRow, 'mail' | 'language'>

/** So many versions of a mail are kept in a language. */
const keptVersions = 200

/** The newest version of every mail that staff have changed, in one language or in all. */
export function newestMailTexts(db: Queryable, language?: Language): Promise<MailTextsRow[]> {
  const query = db
    .selectFrom('mail_texts as m')
    .selectAll()
    .where('number', '=', ({ selectFrom }) =>
      selectFrom('mail_texts as newest')
        .whereRef('newest.mail', '=', 'm.mail')
        .whereRef('newest.language', '=', 'm.language')
        .select(({ fn }) => fn.max('newest.number').as('number')),
    )
  return (language === undefined ? query : query.where('language', '=', language)).execute()
}

export function newestVersion(db: Queryable, { mail, language }: Of): Promise<MailTextsRow | undefined> {
  return db
    .selectFrom('mail_texts')
    .selectAll()
    .where('mail', '=', mail)
    .where('language', '=', language)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function mailTextsVersion(db: Queryable, { mail, language }: Of, number: number) {
  return db
    .selectFrom('mail_texts')
    .selectAll()
    .where('mail', '=', mail)
    .where('language', '=', language)
    .where('number', '=', number)
    .executeTakeFirst()
}

/** The versions of a mail in all languages, newest first, without their texts. */
export function mailTextsVersions(db: Queryable, mail: string, limit: number) {
  return db
    .selectFrom('mail_texts')
    .select(['language', 'number', 'at', 'author', 'event'])
    .where('mail', '=', mail)
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .orderBy('language')
    .limit(limit)
    .execute()
}

/** Adds a version and deletes those beyond the ones that are kept. A number that is taken breaks the primary key. */
export async function insertMailTexts(trx: DatabaseTransaction, row: MailTextsRow): Promise<void> {
  await trx.insertInto('mail_texts').values(row).execute()
  await trx
    .deleteFrom('mail_texts')
    .where('mail', '=', row.mail)
    .where('language', '=', row.language)
    .where('number', '<=', row.number - keptVersions)
    .execute()
}
