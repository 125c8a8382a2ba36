import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countries } from '../../../src/domain/places/countries.ts'
import {
  completePostalCode,
  isPostalCode,
  normalizePostalCode,
  postalCodeRule,
  postalCodes,
} from '../../../src/domain/places/postal-codes.ts'
import { postalTable } from '../../spec/postal-table.ts'
import { anyText } from '../../support/any-text.ts'

/** Valid codes of each country, and near misses, taken from the table of the specification by hand. */
test.each([
  ['AE', ['00000', '12345', '99999'], ['1234', '123456', '1234A', '123 45', '12-345']],
  ['AU', ['2000', '0800', '9726'], ['200', '20000', '200A', '20 00']],
  ['AT', ['1010', '9992', '0001'], ['101', '10100', 'A1010', '10-10']],
  ['BA', ['71000', '88000', '79101'], ['7100', '710000', '71 000', '7100B']],
  ['BE', ['1000', '9992', '4020'], ['100', '10000', 'B1000', '1 000']],
  ['BG', ['1000', '9010', '4000'], ['100', '10000', '10O0', '1-000']],
  ['CA', ['K1A 0B1', 'm5v 3l9', 'V6B 1A1'], ['K1A0B1', 'K1A-0B1', '1K1 A0B', 'K1A 0BB', 'KIA 0B1', 'K1A 0B']],
  ['CHE', ['8001', '3000', '1201'], ['800', '80011', 'CH-8001', '80 01']],
  ['CN', ['100000', '518000', '200120'], ['10000', '1000000', '100 000', '10000O']],
  ['CY', ['1010', '8049', '3010'], ['101', '10100', 'CY1010', '10 10']],
  ['CZ', ['110 00', '11000', '602 00'], ['1100 0', '110-00', '1100', '110 000', '11 000']],
  ['DE', ['10115', '01067', '99998'], ['1011', '101155', '10 115', 'D10115']],
  ['DK', ['1050', '0800', '9990'], ['105', '10500', 'DK1050', '10 50']],
  ['EE', ['10111', '51004', '93811'], ['1011', '101111', '101 11', '1011E']],
  ['EG', ['11511', '21500', '81511'], ['1151', '115111', '115 11', 'E1151']],
  ['ES', ['28001', '08001', '52080'], ['2800', '280011', '28 001', '28O01']],
  ['FI', ['00100', '99999', '20500'], ['0010', '001000', 'FI-00100', '00 100']],
  ['FR', ['75001', '01000', '98000'], ['7500', '750011', '75 001', '2A001']],
  [
    'GB',
    ['SW1A 1AA', 'M1 1AE', 'B33 8TH', 'CR2 6XH', 'DN55 1PT', 'EC1A1BB', 'W1K 3DE', 'gir 0aa'],
    ['SW1A 1A', 'QQ1 1AA', '12345', 'SW1A 1CI', 'SW1A-1AA', 'M1 1AEE', 'AI1 1AA', 'SW1I 1AA', 'M1', 'SW1A 11A'],
  ],
  ['GG', ['GY1 1AA', 'GY101AB', 'GY9 3UF'], ['JE1 1AA', 'GY 1AA', 'GY1 AA', 'GY1 1A', 'GY123 1AA', 'GY1 1CI']],
  ['GI', ['GX11 1AA', 'GX111AA', 'gx11 1aa'], ['GX12 1AA', 'GX11 1AB', 'GX11', 'GX11 2AA', 'GX1 1AA']],
  ['JE', ['JE2 3AA', 'JE23ab', 'JE1 1FW'], ['GY2 3AA', 'JE2 3A', 'JE 3AA', 'JE2 3CI', 'JE2']],
  ['GP', ['97110', '97139', '97190'], ['97210', '9711', '971100', '971A0', '97011']],
  ['GR', ['105 57', '10557', '999 99'], ['1055', '105577', '10 557', '105-57']],
  ['HR', ['10000', '51000', '20207'], ['1000', '100000', 'HR10000', '10 000']],
  ['HU', ['1051', '9985', '4024'], ['105', '10511', 'H1051', '10 51']],
  [
    'IE',
    ['D02 X285', 'A65F4E2', 'D6W XY00', 'T12 AC3E'],
    ['D02', 'D02 X28', '123 4567', 'B02 X285', 'D02 X2858', 'D0W X285', 'D02 B285'],
  ],
  ['IL', ['94142', '9414201', '61000'], ['941420', '9414', '94142011', '94142 01', '9414A']],
  ['IS', ['101', '902', '600'], ['10', '1010', 'IS101', '1O1']],
  ['IT', ['00118', '20121', '98168'], ['0118', '001188', 'I00118', '00 118']],
  ['KR', ['03051', '63309', '48058'], ['3051', '030511', '030-51', '03 051']],
  ['JO', ['11118', '77110', '26110'], ['1111', '111188', '111 18', '1111J']],
  ['JP', ['100-0001', '100‐0001', '１００ー０００１'], ['1000001', '100 0001', '100-001', '100-00011', '10-00001']],
  ['LI', ['9490', '9485', '9498'], ['949', '94900', 'FL-9490', '94 90']],
  ['LT', ['LT-01100', '01100', 'lt-99999'], ['LT01100', '0110', 'LT-0110', 'LT-011000', 'LV-01100', 'LT 01100']],
  ['LU', ['1111', '9999', '4010'], ['111', '11111', 'L-1111', '11 11']],
  ['LV', ['LV-1010', 'lv-5401', 'LV‑3001'], ['1010', 'LV1010', 'LV-101', 'LV-10100', 'LT-1010', 'LV 1010']],
  ['MC', ['98000', '98025', '98099'], ['97000', '9800', '980000', '980A0', '98100']],
  ['MD', ['MD-2001', '2001', 'md-1', '7731000'], ['MD-', 'MD2001', 'MD-20A1', '-2001', 'MD 2001', '']],
  ['MK', ['1000', '7500', '2400'], ['100', '10000', 'MK1000', '10 00']],
  ['MQ', ['97200', '97233', '97299'], ['97100', '9720', '972000', '972B0', '97300']],
  ['MT', ['VLT 1117', 'VLT1117', 'slm 3060'], ['VL 1117', 'VLT 111', 'VLT 11177', 'VLTT1117', '1117 VLT', 'V1T 1117']],
  ['NL', ['1012 AB', '1012ab', '9999 XL'], ['1012', '1012 A', '1012 ABC', '101 AB', '1012-AB', '1012 A1']],
  ['NO', ['0151', '9991', '5003'], ['151', '01511', 'N-0151', '01 51']],
  ['NZ', ['6011', '0110', '9893'], ['601', '60111', '60 11', '6O11']],
  ['PL', ['00-001', '99-440', '31–042'], ['00001', '00 001', '00-01', '00-0011', '000-01']],
  ['PT', ['1000-001', '9980-039', '4000‒322'], ['1000001', '1000', '1000 001', '1000-01', '1000-0011']],
  ['RE', ['97400', '97490', '97411'], ['97100', '9740', '974000', '974C0', '97500']],
  ['RO', ['010011', '927200', '400001'], ['10011', '0100111', '010 011', '01001A']],
  [
    'SE',
    ['111 22', '11122', ' 111  22 ', '１１１　２２'],
    ['1112', '1112 2', 'SE-11122', '111222', '11122            x', '111-22'],
  ],
  ['SK', ['811 01', '81101', '040 01'], ['8110', '811011', '81 101', '811-01']],
  ['SI', ['1000', '9265', '6310'], ['100', '10000', 'SI-1000', '10 00']],
  ['TH', ['10110', '50200', '96220'], ['1011', '101100', '10 110', '1011O']],
  ['TR', ['06000', '34000', '81900'], ['6000', '060000', '06 000', 'TR06000']],
  ['TW', ['100', '1000', '10000'], ['10', '100000', '100-00', '1 00', '10A']],
  [
    'US',
    ['10001', '10001-1234', '99950–0001'],
    ['1000', '10001-123', '100011234', '10001-12345', '10001 1234', '-10001'],
  ],
  ['ZA', ['0001', '8001', '2196'], ['001', '00011', '00 01', '000A']],
  ['BL', ['97133', ' 97133', '９７１３３'], ['97134', '9713', '971330', '97 133']],
])('spec 5: [5.postal-code.%s] accepts its own codes and rejects near misses', (country, takes, refuses) => {
  expect({
    takes: takes.filter((code) => isPostalCode(country, code)),
    refuses: refuses.filter((code) => !isPostalCode(country, code)),
  }).toEqual({ takes, refuses })
})

test('the countries are those of the table, with Switzerland also by its ISO code', () => {
  expect(Object.keys(postalCodes).toSorted()).toEqual(Object.keys(postalTable).toSorted())
  expect([isPostalCode('CH', '8001'), isPostalCode('CH', '80011'), postalCodeRule('CH')?.example]).toEqual([
    true,
    false,
    postalCodes['CHE']?.example,
  ])
})

test("every country's example is valid, and every delivery country has a rule", () => {
  for (const [country, { example }] of Object.entries(postalCodes))
    expect(isPostalCode(country, example), country).toBe(true)
  expect(countries.filter(({ code }) => !postalCodeRule(code))).toEqual([])
})

test('case, spaces, full-width digits and every kind of hyphen are normalized', () => {
  expect(['\t111\u00a022\n', '１１１２２', '111\u2003 22'].map(normalizePostalCode)).toEqual([
    '111 22',
    '11122',
    '111 22',
  ])
  expect(
    ['-', '‐', '‑', '‒', '–', '—', '―', '−', '－', '﹣', 'ー', 'ｰ'].map((hyphen) =>
      normalizePostalCode(`lv${hyphen}1010`),
    ),
  ).toEqual(Array(12).fill('LV-1010'))
})

test.each([
  ['SE', ['11122', '111 22', 'SE-11122', 'se 111 22'], '111 22'],
  ['NL', ['1012ab', '1012 AB', 'NL-1012AB'], '1012 AB'],
  ['GB', ['sw1a1aa', 'SW1A 1AA'], 'SW1A 1AA'],
  ['GB', ['M1 1AE'], 'M1 1AE'],
  ['US', ['10001-1234'], '10001-1234'],
  ['LT', ['01100', 'LT-01100', 'lt01100', 'LT 01100'], 'LT-01100'],
  ['MD', ['2001', 'MD-2001', 'md 2001'], 'MD-2001'],
  ['MD', ['20011', 'MD-20011', 'MD20011'], 'MD-20011'],
])('a code of %s that is typed like %j has one form', (country, typed, written) => {
  expect(typed.map((each) => completePostalCode(country, each))).toEqual(typed.map(() => written))
})

test('a country without a rule accepts two to ten plain characters', () => {
  expect(['AB 12', '12', '1234567890'].map((code) => isPostalCode('XX', code))).toEqual([true, true, true])
  expect(['', '1', '12345678901', '<b>', 'å1'].map((code) => isPostalCode('XX', code))).toEqual(Array(5).fill(false))
  expect(isPostalCode('__proto__', '12345')).toBe(true)
})

test('normalizing is idempotent', () => {
  const text = fc.oneof(
    fc.string(),
    anyText(),
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
  )
  fc.assert(
    fc.property(text, (typed) => {
      const once = normalizePostalCode(typed)
      expect(normalizePostalCode(once)).toBe(once)
    }),
    { numRuns: 1_000 },
  )
})

/**
 * At most one unbounded repetition between `^` and `$`: a pattern then examines each character a fixed number of times.
 */
test('no pattern can backtrack', () => {
  for (const [
    country,
    {
      pattern: { source },
    },
  ] of Object.entries(postalCodes)) {
    expect(source, country).toMatch(/^\^.*\$$/)
    expect(source.match(/[*+]|\{\d+,\}/g)?.length ?? 0, country).toBeLessThanOrEqual(1)
  }
})

test('rejects hostile input of 100 kB', () => {
  const size = 100_000
  const hostile = [' ', '\u2010', 'ﷺ', 'A1A ', 'GIR 0A', '1 ', '\u0301', 'MD-1'].map((piece) =>
    piece.repeat(size / piece.length),
  )
  const nearly = [`${' '.repeat(size)}x`, `${'1'.repeat(size)}x`, `MD-${'1'.repeat(size)}-`]
  for (const text of [...hostile, ...nearly])
    for (const country of ['GB', 'IE', 'LT', 'MD', 'MT', 'TW', 'US', 'XX'])
      expect(isPostalCode(country, text), country).toBe(false)
})
