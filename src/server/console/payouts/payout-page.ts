import type { PayoutPage } from '../../../contracts/console/payouts.ts'
import { voucherOfPayout } from '../../ordering/books/payout-voucher.ts'
import { checkedRows } from '../../ordering/payouts/payout-differences.ts'
import { payoutById, rowsOfPayout } from '../../ordering/payouts/payout-queries.ts'
import { accountNames } from '../books/books-files.ts'
import { consoleScreen } from '../frame/console-screen.ts'

/** One payout: its sums, and its rows beside the shop's payments. */
export const payoutScreen = consoleScreen<PayoutPage>({
  screen: 'payout',
  permission: 'payments.view',
  isSensitive: true,
  load: async ({ shop, request }) => {
    const { db } = shop
    const payout = await payoutById(db, (request.params['id'] ?? '').slice(0, 100))
    if (!payout) return undefined
    const rows = await checkedRows(db, payout, await rowsOfPayout(db, payout.id))
    const { bookkeeping } = shop.settings.all
    const names = accountNames(bookkeeping, request.locals.t)
    const voucher = (await voucherOfPayout(db, payout, bookkeeping))?.rows ?? []
    const { id, day, currency, gross, fee, net, stated, actor, at } = payout
    const isFirst = (row: { difference: unknown }) => (row.difference === null ? 1 : 0)
    const shown = rows.toSorted((one, other) => isFirst(one) - isFirst(other))
    return {
      id,
      day,
      currency,
      gross,
      fee,
      net,
      stated,
      actor,
      at,
      voucher: voucher.map(({ account, amount }) => ({ account, name: names.get(account) ?? '', amount })),
      rows: shown,
    }
  },
})
