import type { TextKey, Translate } from '../../i18n/translator.ts'

const texts: Readonly<Record<string, TextKey>> = {
  pay: 'console-invoices:done.pay',
  pay_back: 'console-invoices:done.pay_back',
  undo: 'console-invoices:done.undo',
  remind: 'console-invoices:done.remind',
  credit: 'console-invoices:done.credit',
  credit_amount: 'console-invoices:done.credit',
}

/** What is said after an action on an invoice. */
export function invoiceDone(action: string | null, t: Translate): string | undefined {
  const key = texts[action ?? '']
  return key && t(key)
}
