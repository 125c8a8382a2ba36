import type { Translate } from '../../i18n/translator.ts'

/** What is said after an action on a payout; undefined for one that needs no words of its own. */
export function payoutDone(action: string | null, t: Translate): string | undefined {
  if (action === 'lose') return t('console-payouts:disputes.done')
  return action === 'undo_lost' ? t('console-payouts:disputes.undone') : undefined
}
