import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPostalCode, normalizePostalCode, postalCodes } from '../../src/domain/places/postal-codes.ts'
import { codeOf, isCode, shapes } from '../oracle/postal-codes.ts'
import { cases } from '../support/cases.ts'

const numRuns = cases(20_000)
const anyShape = fc.constantFrom(
  ...Object.entries(shapes).flatMap(([country, list]) => list.map((shape) => ({ country, shape }))),
)
const picks = fc.array(fc.nat({ max: 1_000 }), { minLength: 10, maxLength: 10 })
const character = fc.constantFrom(...'0123456789ABCXYZ -.', 'å', '\u0000', '<')

/** A code with one character dropped, inserted or replaced. */
function altered(code: string, how: 'drop' | 'insert' | 'replace', place: number, character: string): string {
  const at = place % (code.length + (how === 'insert' ? 1 : 0))
  return code.slice(0, at) + (how === 'drop' ? '' : character) + code.slice(how === 'insert' ? at : at + 1)
}

test('spec 5: the table has the countries of the specification and no others', () => {
  expect(Object.keys(postalCodes).toSorted()).toEqual(Object.keys(shapes).toSorted())
})

test("spec 5: every code of a country's format is accepted, in either case and with surrounding spaces", () => {
  fc.assert(
    fc.property(anyShape, picks, ({ country, shape }, places) => {
      const code = codeOf(shape, places)
      for (const typed of [code, code.toLowerCase(), `  ${code} `])
        expect(isPostalCode(country, typed), `${country} ${typed}`).toBe(true)
      expect(isPostalCode(country, normalizePostalCode(code))).toBe(true)
    }),
    { numRuns },
  )
})

test('spec 5: a missing, extra or wrong character is rejected unless the result is also valid', () => {
  const how = fc.constantFrom('drop' as const, 'insert' as const, 'replace' as const)
  fc.assert(
    fc.property(
      anyShape,
      picks,
      how,
      fc.nat({ max: 100 }),
      character,
      ({ country, shape }, places, change, place, typed) => {
        const code = altered(codeOf(shape, places), change, place, typed)
        const expected = isCode(country, code)
        if (expected !== undefined) expect(isPostalCode(country, code), `${country} "${code}"`).toBe(expected)
      },
    ),
    { numRuns },
  )
})

test('spec 5: a code of one country is accepted for another only if it matches that format', () => {
  fc.assert(
    fc.property(anyShape, anyShape, picks, ({ country }, { shape }, places) => {
      const code = codeOf(shape, places)
      const expected = isCode(country, code)
      if (expected !== undefined) expect(isPostalCode(country, code), `${country} "${code}"`).toBe(expected)
    }),
    { numRuns },
  )
})

test('spec 5: any text is answered, and accepted only if the table allows it', () => {
  const country = fc.constantFrom(...Object.keys(shapes))
  const text = fc.string({ unit: fc.constantFrom(...'0123456789AaZz -', '\t', '９', '‐', '\u200b'), maxLength: 12 })
  fc.assert(
    fc.property(country, text, (code, typed) => {
      const taken = isPostalCode(code, typed)
      if (taken) expect(isCode(code, normalizePostalCode(typed)), `${code} "${typed}"`).not.toBe(false)
    }),
    { numRuns },
  )
})
