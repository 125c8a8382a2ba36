import { payoutFileForm, type PayoutsPage } from '../../../contracts/console/payouts.ts'
import { dayMs } from '../../../domain/durations.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { importReport } from '../../ordering/payouts/import-report.ts'
import { PayoutFileError, reasonText } from '../../ordering/payouts/payout-file-error.ts'
import { notPaidOut, payoutsIn } from '../../ordering/payouts/payout-queries.ts'
import { maxPayoutBytes } from '../../ordering/payouts/read-payouts.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage } from '../lists/list-page.ts'
import { payoutList } from './payout-list.ts'
import { shownDisputes } from './pending-disputes.ts'

/** More than these are not shown at once; they are seen when the first are in a payout. */
const maxMissing = 50
/** After so many days a captured payment should have been paid out. */
const maxDays = 7

/** What the card provider paid out, and the import of its report. */
export const payoutsScreen = consoleScreen<PayoutsPage>({
  screen: 'payouts',
  permission: 'payments.view',
  isSensitive: true,
  load: async (context) => ({
    list: await listPage(context, payoutList),
    disputes: await shownDisputes(context.shop.db, context.session.staff.language),
    missing: await missingIn(context),
    days: maxDays,
    mayImport: may(context.session, 'payments.change'),
  }),
  actions: {
    ...listActions(payoutList, { view: 'payments.view', file: 'payments.export' }),
    import: consoleAction({
      permission: 'payments.change',
      stepUp: true,
      form: payoutFileForm,
      run: async ({ shop, session, request }, { file }) => {
        if (!file || file.size === 0) throw new ConsoleError('payout_file_missing')
        // One byte more than is allowed is enough to see that it is too large.
        const bytes = await file.slice(0, maxPayoutBytes + 1).bytes()
        await importReport(shop, session.actor, bytes).catch(refusal(request))
      },
    }),
  },
})

/** Says in the reader's language what is wrong with a report. */
function refusal({ locals }: ConsoleContext['request']) {
  return (error: unknown): never => {
    if (!(error instanceof PayoutFileError)) throw error
    throw new ConsoleError('payout_unreadable', { reason: reasonText(locals.t, error) })
  }
}

/** Payments of three months that should have been paid out, from the first payout on. */
async function missingIn({ shop: { db, now } }: ConsoleContext): Promise<PayoutsPage['missing']> {
  const day = (ago: number) => new Date(now().getTime() - ago * dayMs).toISOString()
  const [first] = await payoutsIn(db, { from: day(92).slice(0, 10), to: day(0).slice(0, 10) })
  if (!first) return []
  const rows = await notPaidOut(db, { from: first.day, before: day(maxDays) }, maxMissing)
  return rows.map(({ id, number, at, captured, currency }) => ({
    paymentId: id,
    order: number,
    at: at ?? '',
    amount: captured,
    currency,
  }))
}
