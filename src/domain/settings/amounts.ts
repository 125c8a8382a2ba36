import { z } from 'zod/mini'
import type { Minor } from '../money/money.ts'
import { sentence } from './reasons.ts'

/** How forms know a text that is an amount. */
export const amountFormat = 'amount'

/** An amount as a person writes it, `49` or `49.50`, kept as that text: at least 0, with at most two decimals. */
export const amount = z
  .pipe(z.transform(tidied), z.string().check(z.refine(isAmount, sentence('price'))))
  .register(z.globalRegistry, { format: amountFormat })

/** An amount, or nothing. */
export const optionalAmount = z
  .prefault(
    z.pipe(
      z.transform(tidied),
      z.string().check(z.refine((text) => text === '' || isAmount(text), sentence('price_or_empty'))),
    ),
    '',
  )
  .register(z.globalRegistry, { format: amountFormat })

function isAmount(text: string): boolean {
  return /^\d{1,7}(?:\.\d{2})?$/.test(text)
}

/** Writes 49.5, "49,5" and "49.50" the same way; what is no amount stays as it is, to be refused. */
function tidied(value: unknown): unknown {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return text
  const [, whole, decimals = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return text
  const units = String(Number(whole))
  return Number(decimals) === 0 ? units : `${units}.${decimals.padEnd(2, '0')}`
}

/** Reads an amount as a person writes it; undefined for what is none. */
export function readAmount(text: string): string | undefined {
  const read = tidied(text)
  return typeof read === 'string' && isAmount(read) ? read : undefined
}

/** Returns an amount in minor units; null for an empty one. */
export function minorOf(text: string): Minor | null {
  if (text === '') return null
  const [whole = '', decimals = '00'] = text.split('.')
  return Number(whole + decimals)
}
