import { expect, test } from 'vitest'
import { constants } from '../faults/constants.ts'
import { whyNotPlanted } from '../faults/fault.ts'
import { payments } from '../faults/payments.ts'
import { rules } from '../faults/rules.ts'

test('every planted fault matches exactly one place in the sources', () => {
  const faults = [...constants, ...rules, ...payments]
  expect(faults.length).toBeGreaterThan(150)
  expect(faults.flatMap((fault) => whyNotPlanted(fault) ?? [])).toEqual([])
})
