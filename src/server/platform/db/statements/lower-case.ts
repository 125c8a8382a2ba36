import { sql, type RawBuilder } from 'kysely'

/** Capitals beyond ASCII of the languages around the shop: SQLite's `lower` leaves all such letters as they are. */
const capitals = 'ÅÄÖÆØÉÜ'

/** The text of a column in lower case on both databases: "Åsa" and "åsa" are the same. */
export function lowerCase(column: RawBuilder<unknown>): RawBuilder<string> {
  return [...capitals].reduce<RawBuilder<string>>(
    (text, letter) => sql<string>`replace(${text}, ${sql.lit(letter)}, ${sql.lit(letter.toLowerCase())})`,
    sql<string>`lower(${column})`,
  )
}
