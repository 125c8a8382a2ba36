import {
  lostDisputeForm,
  undoLostForm,
  type PayoutPage,
  type ShownDispute,
} from '../../../contracts/console/payouts.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { voucherOfPayout } from '../../ordering/books/payout-voucher.ts'
import { outcomesOf, payoutRowById } from '../../ordering/payouts/dispute-queries.ts'
import { loseDispute, lostKinds, openOf, undoLostDispute } from '../../ordering/payouts/lose-dispute.ts'
import { checkedRows, type CheckedRow } from '../../ordering/payouts/payout-differences.ts'
import { payoutById, rowsAndWins, rowsOfPayout } from '../../ordering/payouts/payout-queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { accountNames } from '../books/account-names.ts'
import { isDay } from '../books/period-of.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { historyOf } from '../staff/audit-history.ts'

/** One payout: its sums, and its rows beside the shop's payments. */
export const payoutScreen = consoleScreen<PayoutPage>({
  screen: 'payout',
  permission: 'payments.view',
  isSensitive: true,
  load: async (context) => {
    const { shop, request, session } = context
    const { db } = shop
    const payout = await payoutById(db, (request.params['id'] ?? '').slice(0, 100))
    if (!payout) return undefined
    const rows = await checkedRows(db, payout, await rowsOfPayout(db, payout.id))
    const { bookkeeping } = shop.settings.all
    const names = accountNames(shop.settings.all, request.locals.t)
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
      disputes: await shownDisputes(db, currency, rows),
      today: dayOf(shop.now(), shop.settings.all.home),
      maySettle: may(session, 'payments.change') && voucher.length > 0,
      audit: await historyOf(context, { kind: 'payout', id }),
    }
  },
  actions: {
    lose: consoleAction({
      permission: 'payments.change',
      stepUp: true,
      form: lostDisputeForm,
      run: (context, { row, seen, outcome, day }) => {
        const kind = lostKinds.find((each) => each === outcome)
        if (!kind) throw new ConsoleError('outcome_missing')
        if (!isDay(day)) throw new ConsoleError('day_invalid')
        if (!/^\d{1,12}$/.test(seen)) throw new ConsoleError('changed_meanwhile')
        return onDispute(context, { operation: 'payouts.lose', row, note: kind }, (shop, actor) =>
          loseDispute(shop, { rowId: row, kind, day, actor, seen: Number(seen) }),
        )
      },
    }),
    undo_lost: consoleAction({
      permission: 'payments.change',
      stepUp: true,
      form: undoLostForm,
      run: (context, { row, settled }) =>
        onDispute(context, { operation: 'payouts.undo_lost', row, note: '' }, async (shop, actor) => {
          const reference = (await payoutRowById(shop.db, row))?.reference ?? ''
          await undoLostDispute(shop, { reference, outcomeId: settled, actor })
        }),
    }),
  },
})

/** The disputes of a payout, with what is still open of their payments in all payouts. */
async function shownDisputes(db: Queryable, currency: string, rows: readonly CheckedRow[]): Promise<ShownDispute[]> {
  const disputed = rows.filter(({ kind, paymentId }) => kind === 'dispute' && paymentId !== '')
  const names = [...new Set(disputed.map(({ reference }) => reference))]
  const [all, outcomes] = [await rowsAndWins(db, names, currency), await outcomesOf(db, names)]
  const undone = new Set(outcomes.map(({ undoes }) => undoes))
  const isSettled = (row: CheckedRow) => outcomes.some(({ reference }) => reference === row.reference)
  // One in another currency than the order's is booked by hand.
  const own = disputed.filter((row) => row.difference !== 'currency' || isSettled(row))
  return own.map((row) => {
    const of = <Each extends { reference: string }>(each: readonly Each[]) =>
      each.filter(({ reference }) => reference === row.reference)
    return {
      rowId: row.id,
      order: row.order,
      paymentId: row.paymentId,
      amount: -row.gross,
      open: Math.max(0, openOf(of(all), of(outcomes))),
      settled: of(outcomes).map(({ id, kind, amount, day, actor }) => ({
        id,
        kind,
        amount,
        day,
        actor,
        mayUndo: kind !== 'undone' && !undone.has(id),
      })),
    }
  })
}

type DisputeAction = { operation: string; row: string; note: string }
type Work = (shop: Shop, actor: string) => Promise<unknown>

/** Does something with a dispute of the payout of the address, with an entry of the log. */
async function onDispute(
  { shop, session, request }: ConsoleContext,
  { operation, row, note }: DisputeAction,
  work: Work,
): Promise<void> {
  const id = (request.params['id'] ?? '').slice(0, 100)
  if ((await payoutRowById(shop.db, row))?.payout_id !== id) throw new ConsoleError('unknown')
  const action = { operation, subject: { kind: 'payout', id, label: id }, note: [row, note].join(' ').trim() }
  await audited(shop, session.actor, action, (services) => work(services, session.actor.name))
}
