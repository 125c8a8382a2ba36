import { expect, test } from 'vitest'
import { fieldText } from '../../src/i18n/audit-texts.ts'
import { formatPercent } from '../../src/i18n/formats.ts'
import { translator } from '../../src/i18n/translator.ts'

test('fields of the log have the names of their forms, and those that nobody has named keep their code', async () => {
  const [sv, en] = [translator('sv'), translator('en')]
  expect(fieldText('name_sv', sv)).toBe('Namn (svenska)')
  expect(fieldText('name_sv', en)).toBe('Name (Swedish)')
  expect(fieldText('value_en black', en)).toBe('Words for black (English)')
  expect(fieldText('percentage', sv)).toBe('Rabatt i procent')
  for (const field of ['constructor', 'toString_sv', '__proto__', 'NOK', '<b>name_sv', '']) {
    expect(fieldText(field, sv)).toBeUndefined()
  }
})

test('percent stand as each language writes them, in Swedish behind a space that never breaks', () => {
  expect(formatPercent(12.5, 'en')).toBe('12.5%')
  expect(formatPercent(-12.5, 'sv')).toBe('\u221212,5\u00A0%')
})
