/** PostgreSQL: a character that its encoding does not have, which of all that reaches it is only U+0000. */
const noSuchCharacter = '22021'

/** Whether a text cannot be kept or looked for by the database; SQLite takes every text. */
export function isUnstorable(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === noSuchCharacter
}
