import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrivalOf, lastDispatchDay } from '../../../src/domain/cart/arrival.ts'
import { extraDays } from '../../../src/domain/cart/delivery-areas.ts'
import { isWorkingDay, plusDays } from '../../../src/domain/places/public-holidays.ts'

const rules = { cutOff: '15:00', timeZone: 'Europe/Stockholm', home: 'SE', closedDays: [] }

function arrival(now: string, country = 'SE', days: readonly [number, number] = [1, 2]) {
  const { orderBefore, first, last } = arrivalOf(new Date(now), country, days, rules)
  return `${orderBefore.slice(0, 16)} ${first} ${last}`
}

describe('arrival', () => {
  test('an order before 15:00 in Stockholm is dispatched the same working day', () => {
    // Monday 23 November 2026; Stockholm is one hour ahead of UTC.
    expect(arrival('2026-11-23T13:59:59.000Z')).toBe('2026-11-23T14:00 2026-11-24 2026-11-25')
    expect(arrival('2026-11-23T14:00:00.000Z')).toBe('2026-11-24T14:00 2026-11-25 2026-11-26')
  })

  test('the hour is that of summer time in summer', () => {
    // Monday 15 June 2026; Stockholm is two hours ahead of UTC.
    expect(arrival('2026-06-15T12:59:59.000Z')).toBe('2026-06-15T13:00 2026-06-16 2026-06-17')
    expect(arrival('2026-06-15T13:00:00.000Z')).toBe('2026-06-16T13:00 2026-06-17 2026-06-18')
  })

  test('nothing is dispatched or delivered on a weekend', () => {
    expect(arrival('2026-11-22T08:00:00.000Z')).toBe('2026-11-23T14:00 2026-11-24 2026-11-25')
    expect(arrival('2026-11-27T08:00:00.000Z')).toBe('2026-11-27T14:00 2026-11-30 2026-12-01')
    expect(arrival('2026-11-27T15:00:00.000Z')).toBe('2026-11-30T14:00 2026-12-01 2026-12-02')
  })

  test('Christmas in Sweden delays the dispatch, and the holidays of the country the delivery', () => {
    // 24 and 25 December 2026 are Thursday and Friday: the next working day is Monday the 28th.
    expect(arrival('2026-12-23T14:00:00.000Z')).toBe('2026-12-28T14:00 2026-12-29 2026-12-30')
    // German Unity Day, 3 October 2028, is a Tuesday: Monday is followed by Wednesday.
    expect(arrival('2028-09-29T08:00:00.000Z', 'DE', [2, 3])).toBe('2028-09-29T13:00 2028-10-04 2028-10-05')
  })

  test('an order before midnight in UTC may be the next day in Stockholm', () => {
    // Thursday 23:30 in Stockholm is 22:30 UTC; the next dispatch is on Friday.
    expect(arrival('2026-11-26T22:30:00.000Z')).toBe('2026-11-27T14:00 2026-11-30 2026-12-01')
    expect(arrival('2026-11-26T23:30:00.000Z')).toBe('2026-11-27T14:00 2026-11-30 2026-12-01')
  })
})

describe('public holidays', () => {
  test.for([
    ['SE', '2026-04-03', 'Good Friday'],
    ['SE', '2026-06-19', 'Midsummer Eve'],
    ['SE', '2027-05-06', 'Ascension Day'],
    ['NO', '2027-05-17', 'Constitution Day'],
    ['GB', '2026-05-04', 'Early May bank holiday'],
    ['GB', '2026-08-31', 'Summer bank holiday'],
    ['GB', '2026-12-28', 'Boxing Day on a Saturday moves to Monday'],
    ['GB', '2027-12-28', 'Christmas on a Saturday, Boxing Day on a Sunday: Monday and Tuesday'],
    ['GB', '2027-12-27', 'Christmas on a Saturday, Boxing Day on a Sunday: Monday and Tuesday'],
    ['GR', '2026-04-10', 'Orthodox Good Friday'],
    ['RO', '2027-05-03', 'Orthodox Easter Monday'],
    ['US', '2026-11-26', 'Thanksgiving'],
    ['IS', '2026-04-23', 'First day of summer'],
    ['IL', '2026-11-27', 'Friday is weekend'],
  ] as const)('%s %s: %s', ([country, day]) => {
    expect(isWorkingDay(country, day)).toBe(false)
  })

  test.for([
    ['DE', '2026-06-19'],
    ['IL', '2026-11-29'],
    ['CN', '2026-11-27'],
    ['GB', '2026-12-29'],
  ] as const)('%s %s is a working day', ([country, day]) => {
    expect(isWorkingDay(country, day)).toBe(true)
  })
})

test('areas add days to postal codes inside them, in any spelling, and to no others', () => {
  const areas = [
    { from: '62100', to: '62499', extraDays: 1 },
    { from: '96200', to: '98499', extraDays: 2 },
  ]
  expect(
    ['621 45', '62499', '980-01', '62099', '62500', '6214', '6214500', ''].map((c) => extraDays(areas, c)),
  ).toEqual([1, 1, 2, 0, 0, 0, 0, 0])
})

test('a part that is dispatched on the last day for it arrives in time, and one dispatched later does not', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true }),
      fc.constantFrom('SE', 'NO', 'DE', 'US', 'IL'),
      fc.integer({ min: 0, max: 12 }),
      (date, country, latest) => {
        const by = date.toISOString().slice(0, 10)
        const morningOf = (day: string) => new Date(`${day}T06:00:00.000Z`)
        const last = lastDispatchDay(by, country, latest, rules)
        expect(arrivalOf(morningOf(last), country, [latest, latest], rules).last <= by).toBe(true)
        expect(arrivalOf(morningOf(plusDays(last, 1)), country, [latest, latest], rules).last > by).toBe(true)
      },
    ),
  )
})

test('what a supplier sends waits for the working days of the home country', () => {
  const friday = new Date('2026-05-22T08:00:00.000Z')
  const lastDay = (home: string) => arrivalOf(friday, 'SE', [1, 1], { ...rules, home }, { waitDays: 1 }).last
  expect([lastDay('SE'), lastDay('NO')]).toEqual(['2026-05-26', '2026-05-27'])
})
