const queryCanceled = '57014'

/** A statement on SQLite exceeded its time limit; has the same code as PostgreSQL's error. */
export class StatementTimeout extends Error {
  override readonly name = 'StatementTimeout'
  readonly code = queryCanceled
  constructor() {
    super('The statement took too long and was given up.')
  }
}

/** Tells whether the database cancelled a statement because it exceeded its time limit. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === queryCanceled
}
