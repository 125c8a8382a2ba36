import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatVatNumber, luhnSum, readVatNumber } from '../../../src/domain/money/vat-numbers.ts'
import { vatCountry } from '../../../src/domain/money/vat.ts'
import { countries } from '../../../src/domain/places/countries.ts'
import { demoSettings } from '../../../src/tools/demo/content/demo-settings.ts'

/** One number of each country, from its tax office or python-stdnum. */
const examples = [
  'ATU13585627',
  'BE0428759497',
  'BG175074752',
  'CY10259033P',
  'CZ25123891',
  'DE136695976',
  'DK13585628',
  'EE100931558',
  'EL094259216',
  'ESB58378431',
  'FI20774740',
  'FR40303265045',
  'HR33392005961',
  'HU12892312',
  'IE6433435F',
  'IT00743110157',
  'LT119511515',
  'LU15027442',
  'LV40003521600',
  'MT11679112',
  'NL004495445B01',
  'PL8567346215',
  'PT501964843',
  'RO18547290',
  'SE123456789701',
  'SI50223054',
  'SK2022749619',
]
/**
 * Numbers in which any wrong digit is detected; elsewhere check digits are ambiguous, or the number may be of another
 * kind.
 */
const checked = [
  'ATU13585627',
  'BE0428759497',
  'DE136695976',
  'DK13585628',
  'FI20774740',
  'FR40303265045',
  'HR33392005961',
  'IT00743110157',
  'PL8567346215',
  'SE123456789701',
]
const marks = fc.constantFrom(' ', '.', '-', '\u2013', '\u00a0', '')

/** Companies in Monaco have French numbers. */
const ownNumbers = countries.filter(({ code, eu }) => eu && vatCountry(code) === code)

describe('VAT numbers', () => {
  test('every EU country has a valid number, and no other country', () => {
    const read = examples.map((example) => readVatNumber(example))
    expect(read.map((number) => number && formatVatNumber(number))).toEqual(examples)
    expect(read.map((number) => number?.country).sort()).toEqual(ownNumbers.map(({ code }) => code))
    for (const text of [
      '',
      'DE',
      'XI123456789',
      'GB123456789',
      'NO123456785',
      'CHE123456788',
      '__proto__1',
      'constructor',
      'SE123456789795',
      'ES12345678',
      'DE136695976,',
      `DE${'1'.repeat(60)}`,
    ]) {
      expect(readVatNumber(text), text).toBeUndefined()
    }
    expect(readVatNumber(demoSettings.company.vatNumber)).toEqual({
      prefix: 'SE',
      digits: '559999460401',
      country: 'SE',
    })
  })

  test('every notation is normalized, and Greece may be GR', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...examples),
        fc.array(marks, { minLength: 16, maxLength: 16 }),
        fc.boolean(),
        (example, between, isLower) => {
          const written = [...example].map((letter, at) => letter + (between[at] ?? '')).join('')
          expect(readVatNumber(isLower ? written.toLowerCase() : written)).toEqual(readVatNumber(example))
        },
      ),
    )
    expect(readVatNumber('gr 094 259 216')).toEqual({ prefix: 'EL', digits: '094259216', country: 'GR' })
    expect(readVatNumber('ＤＥ136695976')).toEqual({ prefix: 'DE', digits: '136695976', country: 'DE' })
  })

  test('detects one wrong digit where there is a check digit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...checked),
        fc.nat({ max: 20 }),
        fc.integer({ min: 1, max: 9 }),
        (example, place, more) => {
          // The last two digits of a Swedish number are not covered by the check digit.
          const end = example.startsWith('SE') ? 12 : example.length
          const at = 3 + (place % (end - 3))
          const wrong = example.slice(0, at) + String((Number(example[at]) + more) % 10) + example.slice(at + 1)
          expect(readVatNumber(wrong), wrong).toBeUndefined()
        },
      ),
    )
    expect(
      [
        readVatNumber('NL000099998B57'),
        readVatNumber('NL004495446B01'),
        readVatNumber('EL094259217'),
        readVatNumber('PT501964842'),
      ].map(Boolean),
    ).toEqual([true, false, false, false])
  })

  test('any text is parsed in linear time, to a number that parses to itself or to none', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constantFrom(...examples).chain((example) => fc.string().map((more) => example + more)),
        ),
        (text) => {
          const number = readVatNumber(text)
          if (number) expect(readVatNumber(formatVatNumber(number))).toEqual(number)
        },
      ),
    )
    for (const letter of ['1', 'A', ' ', '-', '.', '\u00a0'])
      expect(readVatNumber(`IE${letter.repeat(200_000)}`)).toBeUndefined()
  })

  test('calculates Luhn sums', () =>
    expect([luhnSum('79927398713'), luhnSum('79927398710'), luhnSum('')]).toEqual([70, 67, 0]))
})
