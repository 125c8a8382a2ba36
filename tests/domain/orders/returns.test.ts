import { expect, test } from 'vitest'
import { lastReturnDay, lastWithdrawalDay, mayWithdraw } from '../../../src/domain/orders/returns.ts'
import { lastDay } from '../../../src/domain/places/working-days.ts'
import { sweden } from '../../support/homes.ts'

test("the withdrawal period ends with the fourteenth day after delivery, in the shop's time zone", () => {
  expect(lastWithdrawalDay('2026-06-15T12:00:00.000Z', sweden)).toBe('2026-06-29')
  expect(lastWithdrawalDay('2026-06-15T22:30:00.000Z', sweden)).toBe('2026-06-30')
  const may = (now: string, kind: 'private' | 'organization' = 'private') =>
    mayWithdraw({ kind, deliveredAt: '2026-06-15T12:00:00.000Z', now: new Date(now), home: sweden })
  expect(may('2026-06-29T21:59:59.000Z')).toBe(true)
  expect(may('2026-06-29T22:00:00.000Z')).toBe(false)
  expect(may('2026-06-16T12:00:00.000Z', 'organization')).toBe(false)
  expect(
    mayWithdraw({ kind: 'private', deliveredAt: null, now: new Date('2030-01-01T00:00:00.000Z'), home: sweden }),
  ).toBe(true)
})

test.each([
  ['2026-06-13', '2026-06-29'], // a Saturday
  ['2025-12-11', '2025-12-29'], // Christmas Day, Boxing Day and a weekend
  ['2026-03-20', '2026-04-07'], // Good Friday to Easter Monday
  ['2027-03-12', '2027-03-30'],
  ['2026-04-30', '2026-05-15'], // Ascension Day
  ['2026-06-05', '2026-06-22'], // Midsummer Eve
  ['2026-04-17', '2026-05-04'], // May Day, then a weekend
])('a period of 14 days from %s ends on the working day %s', (day, last) => expect(lastDay(day, 14, sweden)).toBe(last))

test('parts can be returned for 30 days, and complained about for three years', () => {
  expect(lastReturnDay('2026-06-15T12:00:00.000Z', 'changed_mind', 30, sweden)).toBe('2026-07-15')
  expect(lastReturnDay('2026-06-15T12:00:00.000Z', 'faulty', 30, sweden)).toBe('2029-06-14')
})
