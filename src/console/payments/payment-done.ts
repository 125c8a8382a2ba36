import type { TextKey, Translate } from '../../i18n/translator.ts'

const texts: Readonly<Record<string, TextKey>> = {
  accept: 'console-payments:done.accept',
  refund: 'console-payments:done.refund',
  close: 'console-payments:done.close',
  retry: 'console-payments:done.retry',
  by_bank: 'console-payments:done.by_bank',
}

/** What is said after an action on a payment; undefined for one that needs no words of its own. */
export function paymentDone(action: string | null, t: Translate): string | undefined {
  const key = texts[action ?? '']
  return key && t(key)
}
