import type { Currency } from './currencies.ts'

/** Cookies that remember what a shopper chose, and for how many days (spec section 9). */
export const choiceDays = { cid: 30, cuc: 30, cc: 30, locale: 365 } as const
export type Choice = readonly [name: keyof typeof choiceDays, value: string]

/** A currency is remembered by id and by code. */
export function currencyChoice({ id, code }: Pick<Currency, 'id'> & { code: string }): readonly Choice[] {
  return [
    ['cid', String(id)],
    ['cuc', code],
  ]
}
