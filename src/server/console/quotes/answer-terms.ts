import type { AnswerTerms, PriceBasis } from '../../../contracts/console/quotes.ts'
import { dayMs } from '../../../domain/durations.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { readPrice } from '../../../domain/orders/quotes.ts'
import { ConsoleError } from '../frame/console-error.ts'

type Days = { usual: number; most: number }

/** What a form for prices begins with: organizations think without VAT. */
export function answerTerms(now: Date, isOrganization: boolean, { usual, most }: Days): AnswerTerms {
  const dayAfter = (days: number) => new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10)
  const basis: PriceBasis = isOrganization ? 'ex' : 'inc'
  return { basis, until: dayAfter(usual), earliest: dayAfter(1), latest: dayAfter(most) }
}

/** How many days a written day is ahead. Throws for one that is past, too far ahead or no day. */
export function daysUntil(now: Date, until: string, most: number): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(until) ? Date.parse(`${until}T00:00:00Z`) : Number.NaN
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(until)
  const days = (at - Date.parse(now.toISOString().slice(0, 10))) / dayMs
  if (!isDay || days < 1 || days > most) throw new ConsoleError('until_invalid', {}, 'until')
  return days
}

/** The prices that were written, by line; empty fields are left out. Throws for one that is no price. */
export function writtenPrices(fields: ReadonlyMap<string, string>): ReadonlyMap<number, Minor> {
  const written = [...fields].filter(([, text]) => text.trim() !== '')
  return new Map(
    written.map(([position, text]) => {
      const price = readPrice(text)
      if (price === undefined) throw new ConsoleError('price_invalid', {}, `price:${position}`)
      return [Number(position), price] as const
    }),
  )
}
