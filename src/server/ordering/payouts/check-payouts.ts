import type { Shop } from '../shop.ts'
import { payoutsToCompare, saveChecks } from './check-queries.ts'
import { differencesWithin } from './payout-differences.ts'

/** So long what was found counts: a payment may be captured or paid back after its payout was compared. */
const freshMs = 600_000
const payoutsAtOnce = 200
/** As many rows as a report has at most; comparing them takes about 100 ms. */
const rowsAtOnce = 5_000

/**
 * Compares some payouts with the shop's payments, those that were compared longest ago, so that a list can be asked for
 * those that differ.
 */
export async function checkPayouts({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const at = now()
  const due = await payoutsToCompare(db, new Date(at.getTime() - freshMs).toISOString(), payoutsAtOnce)
  await saveChecks(db, await differencesWithin(db, due, rowsAtOnce), at.toISOString())
}
