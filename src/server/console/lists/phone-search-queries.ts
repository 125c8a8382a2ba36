import { sql, type RawBuilder } from 'kysely'

/**
 * Whether the phone number of a column has the digits of a search, whatever stands between them and with a country's
 * code or without; undefined for a search that is no phone number.
 */
export function hasPhone(text: string, column: RawBuilder<unknown>): RawBuilder<boolean> | undefined {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '')
  if (digits.length < 6 || !/^\+?[\d\s()/.-]+$/.test(text)) return undefined
  const plain = ['-', '(', ')', '/', '.'].reduce(
    (stored, sign) => sql`replace(${stored}, ${sql.lit(sign)}, '')`,
    sql`replace(${column}, ' ', '')`,
  )
  const last = digits.slice(-8)
  // What has these digits in this order is much less work to look for, and few have them.
  return sql<boolean>`(${column} like ${`%${[...last].join('%')}%`} and ${plain} like ${`%${last}%`})`
}
