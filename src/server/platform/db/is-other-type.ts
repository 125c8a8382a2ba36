/** PostgreSQL: a text that is no number, and a number that the column's type cannot hold. */
const postgresCodes = new Set(['22P02', '22003'])

/** Tells whether the database cannot take a value as one of the type that a column has; SQLite compares any two. */
export function isOtherType(error: unknown): boolean {
  return error instanceof Error && postgresCodes.has(String(Reflect.get(error, 'code')))
}
