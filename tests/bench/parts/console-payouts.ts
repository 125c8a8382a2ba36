import type { Queryable } from '../../../src/server/platform/db/tables.ts'

const [payouts, rowsOfPayout, batch] = [5_000, 20, 50]
const days = 730

/** Payouts of two years with a row for each order; one in 50 has a row that needs a person. */
export async function writePayouts(db: Queryable): Promise<void> {
  for (let from = 0; from < payouts; from += batch) {
    const made = Array.from({ length: batch }, (_, at) => payoutOf(from + at))
    await db.insertInto('payouts').values(made).execute()
    for (const { id } of made) await db.insertInto('payout_rows').values(rowsOf(id)).execute()
  }
}

const sums = { gross: 100_000, fee: 1_500, net: 98_500 }

function payoutOf(at: number) {
  const ago = Math.floor(((payouts - at) / payouts) * days) * 86_400_000
  return {
    id: `po_${at}`,
    hash: `bench-${at}`,
    day: new Date(Date.now() - ago).toISOString().slice(0, 10),
    currency: 'SEK' as const,
    gross: sums.gross * rowsOfPayout + at,
    fee: sums.fee * rowsOfPayout,
    net: sums.net * rowsOfPayout + at,
    stated: null,
    actor: 'Bench',
    at: new Date().toISOString(),
  }
}

function rowsOf(payoutId: string) {
  const needsPerson = Number(payoutId.slice('po_'.length)) % 50 === 0
  return Array.from({ length: rowsOfPayout }, (_, at) => ({
    id: `${payoutId}-${at}`,
    payout_id: payoutId,
    kind: needsPerson && at === 0 ? ('other' as const) : ('charge' as const),
    reference: `pi_${payoutId}_${at}`,
    ...sums,
  }))
}
