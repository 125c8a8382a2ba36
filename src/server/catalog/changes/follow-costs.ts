import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { isPriceChanged, settlementsOf } from '../import/supply/settlements.ts'
import { readSupplyRules } from '../import/supply/supply-rules.ts'

type Options = { kind: DatabaseKind; now: Date }

/**
 * Reads which articles have the price that the rules make of their cost. Where what the rules use is changed, such as
 * the VAT class, these get the price of the rules anew; a price that somebody set instead stays.
 */
export async function pricedByRules(
  trx: DatabaseTransaction,
  { kind, now }: Options,
  ids: readonly string[],
): Promise<string[]> {
  const settled = await settlementsOf(trx, { kind, rules: () => readSupplyRules(trx, now) }, ids)
  return settled.filter((each) => each.price && !isPriceChanged(each)).map(({ id }) => id)
}
