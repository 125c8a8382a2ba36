import { sql, type RawBuilder } from 'kysely'

/**
 * Whether an e-mail address has the text anywhere, such as the domain of a company that somebody names on the
 * telephone; undefined for what is no part of one. No index leads there: SQLite reads the addresses from theirs.
 */
export function hasInMail(text: string, email: RawBuilder<unknown>): RawBuilder<boolean> | undefined {
  const part = text.toLowerCase()
  if (!/^(?=.*[a-z@])[^\s,"']{3,}$/.test(part)) return undefined
  return sql<boolean>`${email} like ${`%${part.replaceAll(/[!%_]/g, '!$&')}%`} escape '!'`
}
