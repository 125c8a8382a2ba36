import { assert, double, integer, oneof, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockText } from '../../src/features/deal/watch-countdowns.ts'
import { spinValue } from '../../src/ui/SpinButton.tsx'

describe('a spin button', () => {
  test.each([
    ['7', 7],
    ['7.9', 7],
    ['7,9', 7],
    ['-4', 0],
    ['99999', 5000],
    ['abc', 0],
    ['', 0],
  ])('takes %s as %i in a cart line', (typed, value) => expect(spinValue(typed, 0, 5000)).toBe(value))
  test.each([
    ['', 1],
    ['x', 1],
    ['0', 1],
    ['250', 100],
  ])('takes %s as %i between 1 and 100', (typed, value) => expect(spinValue(typed, 1, 100)).toBe(value))
  test('typed text always becomes an integer in range', () => {
    assert(
      property(
        oneof(string(), double(), integer()),
        integer({ min: 0, max: 5 }),
        integer({ min: 5, max: 5000 }),
        (typed, min, max) => {
          const value = spinValue(typed, min, max)
          expect(Number.isInteger(value) && value >= min && value <= max).toBe(true)
        },
      ),
    )
  })
})

test.each([
  [0, '00:00:00'],
  [1, '00:00:01'],
  [61_000, '00:01:01'],
  [93_784_000, '1 day 02:03:04'],
])('%i ms left is shown as %s', (left, text) => expect(clockText(left)).toBe(text))
