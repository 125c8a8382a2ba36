import { sql } from 'kysely'
import { listen } from '../../diagnostics.ts'
import type { Database } from '../tables.ts'
import { storageFault, type StorageFault } from './storage-fault.ts'

/**
 * Remembers that PostgreSQL could not write, until it can again: its disk is on another machine, and a server whose
 * disk is full still answers reads. Costs nothing while writes succeed.
 */
export class FailedWrites {
  #haveFailed = false
  readonly #stopListening = listen('write_refused', () => {
    this.#haveFailed = true
  })

  /** After a refused write, tries one that needs new blocks; returns why it fails. */
  async fault(db: Database): Promise<StorageFault | undefined> {
    if (!this.#haveFailed) return undefined
    try {
      await tryWrite(db)
    } catch (error) {
      const fault = storageFault(error)
      if (fault !== undefined) return fault
    }
    this.#haveFailed = false
    return undefined
  }

  close(): void {
    this.#stopListening()
  }
}

/** Writes about 256 kB, which cannot be compressed by half, and drops them. */
async function tryWrite(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`create temporary table readiness_probe on commit drop as
      select md5(random()::text) as filler from generate_series(1, 8192)`.execute(trx)
  })
}
