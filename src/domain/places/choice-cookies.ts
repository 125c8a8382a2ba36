import type { Currency } from '../money/currencies.ts'

/** Cookies that remember a shopper's choices, with their lifetime in days (spec section 9). */
export const choiceDays = { cid: 30, cuc: 30, cc: 30, locale: 365 } as const
export type Choice = readonly [name: keyof typeof choiceDays, value: string]

/** The cookies that remember a currency: its id and its code. */
export function currencyChoice({ id, code }: Pick<Currency, 'id'> & { code: string }): readonly Choice[] {
  return [
    ['cid', String(id)],
    ['cuc', code],
  ]
}
