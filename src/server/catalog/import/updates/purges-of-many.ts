import { pagesTag } from '../../../platform/db/statements/invalidation-queries.ts'
import type { DatabaseTransaction } from '../../../platform/db/tables.ts'
import { insertInvalidations, updatedAtTag } from '../../change-queries.ts'

/** How often all pages of the catalogue are purged while prices and stock of many products change. */
const purgeEveryMs = 2_000

/**
 * Purges all pages of the catalogue instead of those of each product that an import changes: every process that serves
 * reads each tag, and 100,000 changed products had 70,000 of them.
 */
export class PurgesOfMany {
  readonly #at: string
  #purgedAt = performance.now()

  /** `now` is the moment that the products get as `updated_at`. */
  constructor(now: Date) {
    this.#at = now.toISOString()
  }

  /** Purges in a transaction that has changed products, where it is time. */
  async now(trx: DatabaseTransaction): Promise<void> {
    if (performance.now() - this.#purgedAt < purgeEveryMs) return
    this.#purgedAt = performance.now()
    await insertInvalidations(trx, [pagesTag], this.#at)
  }

  /** Purges after everything was written, and tells which products lists have to read again. */
  async last(trx: DatabaseTransaction): Promise<void> {
    await insertInvalidations(trx, [updatedAtTag(this.#at)], this.#at)
  }
}
