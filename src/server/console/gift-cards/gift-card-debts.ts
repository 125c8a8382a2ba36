import type { GiftCardDebt } from '../../../contracts/console/gift-cards.ts'
import type { Minor } from '../../../domain/money/money.ts'
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
    const sum = (amount: (row: (typeof rows)[number]) => Minor) => own.reduce((total, row) => total + amount(row), 0)
    return {
      currency,
      sold: sum(({ sold }) => sold),
      given: sum(({ given }) => given),
      blocked: sum(({ status, sold, given }) => (status === 'blocked' ? sold + given : 0)),
      expired: sum(({ expired }) => expired),
    }
  })
}
