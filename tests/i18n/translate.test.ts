import { describe, expect, test } from 'vitest'
import type { Language } from '../../src/domain/places/locales.ts'
import { excelTexts } from '../../src/i18n/excel-texts.ts'
import { islandTexts } from '../../src/i18n/island-texts.ts'
import { textIn, translateIn } from '../../src/i18n/translate.ts'
import { translator } from '../../src/i18n/translator.ts'

const dictionary = {
  title: 'Page {{page}} of {{page}}: {{name}}',
  sum: { total: '{{amount, number}} in all' },
  parts_one: '{{count}} part of {{total, number}}',
  parts_other: '{{count}} parts of {{total, number}}',
}

const translate = (language: Language) => translateIn<string>(language, (key) => textIn(dictionary, key))

describe('a text', () => {
  const t = translate('en')

  test('gets its values wherever they are named', () =>
    expect(t('title', { page: 3, name: 'Screens' })).toBe('Page 3 of 3: Screens'))
  test('writes numbers with the grouping of the language', () => {
    expect(t('sum.total', { amount: 1_234_567 })).toBe('1,234,567 in all')
    expect(translate('sv')('sum.total', { amount: 1_234_567 })).toBe('1\u00a0234\u00a0567 in all')
  })
  test('takes the plural form that the language has for the count', () => {
    const counts = [0, 1, 2, 1_001]
    expect(counts.map((count) => t('parts', { count, total: 2_000 }))).toEqual([
      '0 parts of 2,000',
      '1 part of 2,000',
      '2 parts of 2,000',
      '1001 parts of 2,000',
    ])
  })
  test('leaves escaping to what renders it, and replaces nothing in a value', () =>
    expect(t('title', { page: '<b>$&</b>', name: '{{page}}' })).toBe('Page <b>$&</b> of <b>$&</b>: {{page}}'))
  test('that is missing fails in tests', () => {
    expect(() => t('sum')).toThrow('No text for sum.')
    expect(() => t('parts')).toThrow('No text for parts')
  })
  test('whose value is missing fails in tests', () => {
    expect(() => t('title', { page: 3 })).toThrow('No text for title {{name}}.')
    expect(() => t('sum.total')).toThrow('No text for sum.total {{amount}}.')
  })
})

test('pages, islands and the Excel order have the same texts', () => {
  for (const language of ['en', 'sv'] as const) {
    const t = translator(language)
    expect(islandTexts(language)('cart.remove_named', { name: 'A' })).toBe(
      t('islands:cart.remove_named', { name: 'A' }),
    )
    expect(excelTexts(language)('error.no_rows')).toBe(t('excel:error.no_rows'))
  }
  expect(translator('sv')('account:orders.units', { count: 1 })).toBe('1 del')
  expect(translator('sv')('account:orders.units', { count: 2 })).toBe('2 delar')
})
