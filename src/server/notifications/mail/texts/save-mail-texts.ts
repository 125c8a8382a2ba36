import type { Language } from '../../../../domain/places/locales.ts'
import { mailTextsJson } from '../../../platform/db/json-columns.ts'
import type { DatabaseTransaction, Queryable } from '../../../platform/db/tables.ts'
import { originalTexts, type MailName } from './mail-fields.ts'
import { insertMailTexts, newestVersion, type MailTextsRow } from './mail-text-queries.ts'
import type { OwnTexts } from './mail-texts.ts'

export type MailSideOf = { readonly mail: MailName; readonly language: Language }

/** What staff have written of a mail in a language, and the number of that version; 0 where that is nothing. */
export type StoredMail = MailSideOf & { readonly number: number; readonly own: OwnTexts }

export async function storedMail(db: Queryable, of: MailSideOf): Promise<StoredMail> {
  const row = await newestVersion(db, of)
  return row ? { ...of, number: row.number, own: mailTextsJson.read(row.texts) } : { ...of, number: 0, own: {} }
}

/** The texts of a mail as a form shows them: what staff have written, else the shop's own; '' for an optional one. */
export function shownTexts({ mail, language }: MailSideOf, own: OwnTexts): Record<string, string> {
  return { ...originalTexts(mail, language), ...own }
}

/**
 * Makes what staff have written the newest version of a mail in a language. An empty text and one that is the same as
 * the shop's own are not kept, so that they follow the dictionary. `read` is the version that the texts were made from:
 * the primary key breaks when somebody else has saved another one since.
 */
export async function saveMailTexts(
  trx: DatabaseTransaction,
  { mail, language, number }: StoredMail,
  texts: OwnTexts,
  made: { by: string; at: Date; event: MailTextsRow['event'] },
): Promise<void> {
  const original = originalTexts(mail, language)
  const own = Object.entries(texts).filter(([name, text]) => text !== '' && text !== original[name])
  await insertMailTexts(trx, {
    mail,
    language,
    number: number + 1,
    texts: mailTextsJson.write(Object.fromEntries(own)),
    at: made.at.toISOString(),
    author: made.by,
    event: made.event,
  })
}
