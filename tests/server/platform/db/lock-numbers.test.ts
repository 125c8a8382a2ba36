import { expect, test } from 'vitest'
import { lockNumbers } from '../../../../src/server/platform/db/locks/lock-numbers.ts'

test('who waits for one lock of PostgreSQL does not wait for another', () => {
  const numbers = Object.values(lockNumbers)
  expect(new Set(numbers).size).toBe(numbers.length)
})
