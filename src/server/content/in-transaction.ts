import type { Database, DatabaseTransaction } from '../platform/db/tables.ts'

/** Runs in the transaction that `db` already is, or in one of its own. */
export function inTransaction<Result>(
  db: Database,
  work: (trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return isTransaction(db) ? work(db) : db.transaction().execute(work)
}

function isTransaction(db: Database): db is DatabaseTransaction {
  return db.isTransaction
}
