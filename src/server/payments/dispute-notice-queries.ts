import type { DatabaseTransaction, NewRow, Queryable, Row } from '../platform/db/tables.ts'

type DisputeRow = Row<'provider_disputes'>

export async function providerDisputeById(db: Queryable, id: string): Promise<DisputeRow | undefined> {
  return db.selectFrom('provider_disputes').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Inserts a dispute, or gives the known one another status and amount. */
export async function writeProviderDispute(trx: DatabaseTransaction, dispute: DisputeRow): Promise<void> {
  const { status, amount, updated_at } = dispute
  await trx
    .insertInto('provider_disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ status, amount, updated_at }))
    .execute()
}

/** Inserts a transaction of a dispute; false if it is known. */
export async function insertDisputeMove(
  trx: DatabaseTransaction,
  move: NewRow<'provider_dispute_moves'>,
): Promise<boolean> {
  const result = await trx
    .insertInto('provider_dispute_moves')
    .values(move)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Transactions of the disputes of payments that no payout has yet, by the provider's ids of the payments. */
export async function movesBeforePayout(db: Queryable, references: readonly string[]) {
  if (references.length === 0) return []
  return db
    .selectFrom('provider_dispute_moves as m')
    .select(['m.id', 'm.dispute_id', 'm.reference', 'm.kind', 'm.gross', 'm.currency'])
    .where('m.reference', 'in', references)
    .where((row) =>
      row.not(row.exists(row.selectFrom('payout_rows as p').select('p.id').whereRef('p.id', '=', 'm.id'))),
    )
    .orderBy('m.at', 'desc')
    .orderBy('m.id')
    .execute()
}

/** Disputes of payments that are open at the provider and of which no transaction is known, such as new ones. */
export async function announcedDisputes(db: Queryable, references: readonly string[], currency: string) {
  if (references.length === 0) return []
  return db
    .selectFrom('provider_disputes as d')
    .select(['d.id', 'd.reference', 'd.amount'])
    .where('d.reference', 'in', references)
    .where('d.status', '=', 'open')
    .where('d.currency', '=', currency)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('provider_dispute_moves as m')
            .select('m.id')
            .whereRef('m.dispute_id', '=', 'd.id')
            .where('m.kind', '=', 'dispute')
            .where('m.currency', '=', currency),
        ),
      ),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('payout_rows as p')
            .select('p.id')
            .whereRef('p.reference', '=', 'd.reference')
            .where('p.kind', '=', 'dispute'),
        ),
      ),
    )
    .execute()
}

/**
 * Disputes that wait for an answer or for the end of an inquiry, and those whose money no payout has yet, the newest
 * first.
 */
export async function pendingDisputes(db: Queryable, limit: number): Promise<DisputeRow[]> {
  return db
    .selectFrom('provider_disputes as d')
    .selectAll('d')
    .where((row) =>
      row.or([
        row('d.status', 'in', ['inquiry', 'open']),
        row.exists(
          row
            .selectFrom('provider_dispute_moves as m')
            .select('m.id')
            .whereRef('m.dispute_id', '=', 'd.id')
            .where((move) =>
              move.not(move.exists(move.selectFrom('payout_rows as p').select('p.id').whereRef('p.id', '=', 'm.id'))),
            ),
        ),
      ]),
    )
    .orderBy('d.at', 'desc')
    .orderBy('d.id')
    .limit(limit)
    .execute()
}

/** Whether a provider has reported a dispute of some payments that is more than an inquiry. */
export async function isDisputedAtProvider(db: Queryable, references: readonly string[]): Promise<boolean> {
  if (references.length === 0) return false
  const row = await db
    .selectFrom('provider_disputes')
    .select('id')
    .where('reference', 'in', references)
    .where('status', '<>', 'inquiry')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
