import type { Minor } from '../../../domain/money/money.ts'
import { typedAmount } from '../../../domain/money/typed-amounts.ts'
import { ConsoleError } from '../frame/console-error.ts'

/** Reads an amount that was typed, in minor units. Throws ConsoleError unless it is more than 0. */
export function readAmount(text: string): Minor {
  const minor = typedAmount(text)
  if (minor === undefined || minor <= 0) throw new ConsoleError('amount_invalid')
  return minor
}
