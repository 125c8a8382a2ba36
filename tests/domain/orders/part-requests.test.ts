import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  maxRequestTextLength,
  oneLine,
  plainLines,
  readRequestLines,
  requestQuantity,
} from '../../../src/domain/orders/part-requests.ts'
import { anyText } from '../../support/any-text.ts'

test.each([
  ['02DL005', { text: '02DL005', quantity: 1 }],
  ['02DL005; 3', { text: '02DL005', quantity: 3 }],
  ['02DL005\t3', { text: '02DL005', quantity: 3 }],
  ['02DL005, 3', { text: '02DL005', quantity: 3 }],
  ['02DL005 3 st', { text: '02DL005', quantity: 3 }],
  ['2 x 02DL005', { text: '02DL005', quantity: 2 }],
  ['fläkt till ThinkPad 13; 2', { text: 'fläkt till ThinkPad 13', quantity: 2 }],
  ['fläkt till ThinkPad 13', { text: 'fläkt till ThinkPad 13', quantity: 1 }],
  ['fläkt till ThinkPad 13, 2 st', { text: 'fläkt till ThinkPad 13', quantity: 2 }],
  ['tangentbord till HP 840 G5, svenskt', { text: 'tangentbord till HP 840 G5, svenskt', quantity: 1 }],
  ['tangentbord, svenskt, 2', { text: 'tangentbord, svenskt, 2', quantity: 2 }],
  ['A\u0000B\u202e-1', { text: 'A B -1', quantity: 1 }],
])('reads "%s"', (line, read) => expect(readRequestLines(line)).toEqual([read]))

test('reads one part per line, and leaves out empty lines', () =>
  expect(readRequestLines('\r\nA-1; 2\r\n\r\nB-2\n')).toEqual([
    { text: 'A-1', quantity: 2 },
    { text: 'B-2', quantity: 1 },
  ]))

test('a quantity is a whole number from 1 to 9,999; nothing typed is 1', () => {
  expect(['', '1', '9999', '2 st'].map(requestQuantity)).toEqual([1, 1, 9_999, 2])
  for (const typed of ['0', '-1', '1,5', 'två', '10000', '1e3']) expect(requestQuantity(typed)).toBeNull()
})

test('whatever is typed becomes short texts on one line without control characters, and possible quantities', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 400 }), (typed) => {
      for (const { text, quantity } of readRequestLines(typed)) {
        expect(text.length).toBeLessThanOrEqual(maxRequestTextLength)
        expect(text).toBe(oneLine(text))
        expect(text).not.toMatch(/[\p{Cc}\u202e]/u)
        expect(quantity >= 1 && quantity <= 9_999 && Number.isInteger(quantity)).toBe(true)
      }
      expect(plainLines(typed)).not.toMatch(/[^\P{Cc}\n\t]/u)
    }),
  )
})
