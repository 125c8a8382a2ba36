import { expect, test } from 'vitest'
import { code128 } from '../../../../src/server/ordering/documents/code-128.ts'

const letters = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('')
const chunked = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []

test('the digits and letters of a code are those of the standard', () => {
  // "PJJ123C" has check value 54 with start A, which is 103, so 55 with start B.
  expect(code128('PJJ123C')?.join('')).toBe(
    ['211214', '313121', '112133', '112133', '123221', '223211', '221132', '131321', '311321', '2331112'].join(''),
  )
})

test('every printable letter has a symbol of its own, 11 modules wide with bars of an even width', () => {
  const widths = code128(letters)?.join('') ?? ''
  const symbols = chunked(widths.slice(6, -13), 6)
  expect(new Set(symbols).size).toBe(95)
  for (const symbol of symbols) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = [...symbol].map(Number)
    expect([symbol, a + b + c + d + e + f, (a + c + e) % 2]).toEqual([symbol, 11, 0])
  }
})

test('what the code cannot hold has none', () => {
  for (const text of ['', 'Ö', 'a\n', '\u0000', '日本']) expect(code128(text)).toBeUndefined()
})
