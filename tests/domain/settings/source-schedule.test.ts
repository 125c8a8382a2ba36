import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextAfter, readSchedule } from '../../../src/domain/settings/source-schedule.ts'

const zone = 'Europe/Stockholm'
const next = (text: string, after: string) => {
  const schedule = readSchedule(text)
  return schedule && nextAfter(schedule, new Date(after), zone).toISOString()
}

test('a schedule is every so many minutes, or daily at a time', () => {
  expect(next('every 15 minutes', '2026-03-01T12:00:00Z')).toBe('2026-03-01T12:15:00.000Z')
  expect(next('every 1 minute', '2026-03-01T12:00:00Z')).toBe('2026-03-01T12:01:00.000Z')
  for (const wrong of ['', 'every 0 minutes', 'every 10081 minutes', 'daily at 24:00', 'daily at 3:30', 'daily', '15'])
    expect(readSchedule(wrong)).toBeUndefined()
})

test('a time of day is that of the time zone, in summer and in winter', () => {
  expect(next('daily at 03:30', '2026-01-10T02:29:59Z')).toBe('2026-01-10T02:30:00.000Z')
  expect(next('daily at 03:30', '2026-01-10T02:30:00Z')).toBe('2026-01-11T02:30:00.000Z')
  expect(next('daily at 03:30', '2026-07-10T00:00:00Z')).toBe('2026-07-10T01:30:00.000Z')
  expect(next('daily at 00:00', '2026-07-10T21:59:00Z')).toBe('2026-07-10T22:00:00.000Z')
})

test('a time that the clocks skip or repeat is not left out, and comes later than the last', () => {
  expect(next('daily at 03:30', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z')
  expect(next('daily at 02:30', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z')
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1439 }),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
      (minute, after) => {
        const [hours, minutes] = [Math.floor(minute / 60), minute % 60].map((each) => String(each).padStart(2, '0'))
        const waits = Date.parse(next(`daily at ${hours}:${minutes}`, after.toISOString()) ?? '') - after.getTime()
        expect(waits).toBeGreaterThan(0)
        expect(waits).toBeLessThanOrEqual(26 * 3_600_000)
      },
    ),
    { numRuns: 300 },
  )
})
