/** PostgreSQL: a character that the encoding does not support; only U+0000 can get this far. */
const noSuchCharacter = '22021'

/** Tells whether the database cannot store or compare a text; SQLite accepts every text. */
export function isUnstorable(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === noSuchCharacter
}
