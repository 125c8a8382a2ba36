const queryCanceled = '57014'

/** SQLite's statement ran longer than a shopper is to wait; PostgreSQL says it with the same code. */
export class StatementTooSlow extends Error {
  override readonly name = 'StatementTooSlow'
  readonly code = queryCanceled
  constructor() {
    super('The statement took too long and was given up.')
  }
}

/** Whether the database gave a statement up because it ran longer than a shopper is to wait. */
export function isTooSlow(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === queryCanceled
}
