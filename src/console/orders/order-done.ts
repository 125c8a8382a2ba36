import type { TextKey, Translate } from '../../i18n/translator.ts'

const texts: Readonly<Record<string, TextKey>> = {
  place: 'console-orders:done.place',
  ship: 'console-orders:done.ship',
  refund: 'console-orders:done.refund',
  credit_amount: 'console-orders:done.credit_amount',
  cancel: 'console-orders:done.cancel',
  note: 'console-orders:done.note',
  mail: 'console-orders:done.mail',
  correct_email: 'console-orders:done.correct_email',
}

/** What is said after an action on an order; undefined for one that needs no words of its own. */
export function orderDone(action: string | null, t: Translate): string | undefined {
  const key = texts[action ?? '']
  return key && t(key)
}
