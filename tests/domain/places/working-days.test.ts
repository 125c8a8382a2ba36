import { expect, test } from 'vitest'
import { dayOf } from '../../../src/domain/places/working-days.ts'

const zones = { SE: 'Europe/Stockholm', FI: 'Europe/Helsinki', DE: 'Europe/Berlin' } as const

/** The day as Intl writes it without anything known before. */
const written = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment)

test('the day of a moment is that of the shop, second by second around midnight, in every order of countries', () => {
  for (const midnight of [
    '2026-06-15T21:00:00Z',
    '2026-06-15T22:00:00Z',
    '2026-12-31T22:00:00Z',
    '2026-12-31T23:00:00Z',
  ])
    for (const seconds of [-901, -900, -1, 0, 1, 899, 900, -1])
      for (const [country, timeZone] of Object.entries(zones)) {
        const moment = new Date(Date.parse(midnight) + seconds * 1000)
        expect(dayOf(moment, { country: country as keyof typeof zones })).toBe(written(moment, timeZone))
      }
})
