import { expect, test } from 'vitest'
import { movedTo } from '../../../src/domain/orders/subscriptions.ts'
import { dayOf } from '../../../src/domain/places/working-days.ts'

const sweden = { country: 'SE', currency: 'SEK' } as const

test.each([
  { due: '2026-10-20T22:30:00.000Z', day: '2026-11-05', moved: '2026-11-04T23:30:00.000Z' },
  { due: '2026-03-20T22:30:00.000Z', day: '2026-04-05', moved: '2026-04-05T21:30:00.000Z' },
  { due: '2026-10-20T10:00:00.000Z', day: '2026-11-05', moved: '2026-11-05T10:00:00.000Z' },
  { due: '2026-10-20T22:30:00.000Z', day: '2026-10-25', moved: '2026-10-24T22:30:00.000Z' },
])('the order due $due is moved to the day $day of the shop', ({ due, day, moved }) => {
  expect(movedTo(due, day, new Date('2026-03-01T12:00:00.000Z'), sweden)).toBe(moved)
  expect(dayOf(new Date(moved), sweden)).toBe(day)
})
