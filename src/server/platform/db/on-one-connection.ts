import { kindOf } from './kind-of.ts'
import type { Database } from './tables.ts'

/** Those that have one connection already: within another use of it, statements would wait for each other. */
const held = new WeakSet<Database>()

/**
 * Does reads on one connection: on PostgreSQL those of a `Promise.all` are sent in one message, instead of one on each
 * of several connections, which is most of what a small query costs. `work` must wait for nothing that needs another
 * connection: the pool may have none left.
 */
export function onOneConnection<Result>(db: Database, work: (db: Database) => Promise<Result>): Promise<Result> {
  if (db.isTransaction || held.has(db) || kindOf(db) === 'sqlite') return work(db)
  return db.connection().execute((one) => {
    held.add(one)
    return work(one)
  })
}
