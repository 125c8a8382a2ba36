import type { PendingDispute } from '../../../contracts/console/payouts.ts'
import { currencyByCode } from '../../../domain/money/currencies.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { documentAmount } from '../../../i18n/money.ts'
import { attemptsNamed } from '../../ordering/payouts/payout-queries.ts'
import { movesBeforePayout, pendingDisputes } from '../../payments/dispute-notice-queries.ts'
import type { Queryable } from '../../platform/db/tables.ts'

const maxShown = 50

/** The provider's notices of disputes that are open, or whose money no payout has yet. */
export async function shownDisputes(db: Queryable, language: Language): Promise<PendingDispute[]> {
  const disputes = await pendingDisputes(db, maxShown)
  const names = [...new Set(disputes.map(({ reference }) => reference))]
  const [attempts, moves] = [await attemptsNamed(db, names), await movesBeforePayout(db, names)]
  return disputes.map(({ id, reference, at, amount, currency, status }) => {
    const paid = attempts.find((attempt) => attempt.reference === reference)
    const moved = moves.filter(({ dispute_id: of }) => of === id)
    const taken = moved.reduce((sum, { gross }) => sum - Number(gross), 0)
    return {
      paymentId: paid?.id ?? '',
      order: paid?.number ?? '',
      at,
      status,
      amount: amountOf(amount, currency, language),
      taken: moved.length === 0 ? '' : amountOf(taken, moved[0]?.currency ?? currency, language),
    }
  })
}

/** An amount of any currency; of one that the shop does not have, in its smallest unit. */
function amountOf(amount: number, code: string, language: Language): string {
  const currency = currencyByCode(code)
  return currency ? documentAmount(amount, currency.code, language) : `${amount} ${code}`
}
