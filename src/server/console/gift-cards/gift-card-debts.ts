import type { GiftCardDebt } from '../../../contracts/console/gift-cards.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { balanceSums } from './gift-card-list-queries.ts'

/**
 * What is left on the gift cards of each currency at a time (UTC ISO), in minor units. `sold` is owed to the holders of
 * cards that were bought, blocked ones among them; `given` is on cards that the shop gave away. What is on cards that
 * have expired is in neither.
 */
export async function giftCardDebts(db: Queryable, at: string): Promise<GiftCardDebt[]> {
  const rows = await balanceSums(db, at)
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => {
    const sum = (isCounted: (row: (typeof rows)[number]) => boolean) =>
      own.filter(isCounted).reduce((total, { balance }) => total + balance, 0)
    return {
      currency,
      sold: sum((row) => row.is_sold === 1 && row.is_expired === 0),
      given: sum((row) => row.is_sold === 0 && row.is_expired === 0),
      blocked: sum((row) => row.status === 'blocked' && row.is_expired === 0),
      expired: sum((row) => row.is_expired === 1),
    }
  })
}
