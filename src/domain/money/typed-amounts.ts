import type { Minor } from './money.ts'

/**
 * Reads an amount as people and banks write it: `1 234,50`, `1,234.50`, `-49`. Of two kinds of separators the last is
 * the decimals', so `1.234` is no amount; undefined for what is no amount with at most two decimals.
 */
export function typedAmount(text: string): Minor | undefined {
  const plain = text.replaceAll(/[\s\u00a0\u202f']/g, '').replace('\u2212', '-')
  const [, sign = '', whole, decimals = ''] =
    /^([+-]?)(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(plain) ??
    /^([+-]?)(\d{1,3}(?:,\d{3}){1,2})\.(\d{1,2})$/.exec(plain) ??
    /^([+-]?)(\d{1,3}(?:\.\d{3}){1,2}),(\d{1,2})$/.exec(plain) ??
    []
  if (whole === undefined) return undefined
  const minor = Number(whole.replaceAll(/[.,]/g, '') + decimals.padEnd(2, '0'))
  return sign === '-' && minor !== 0 ? -minor : minor
}
