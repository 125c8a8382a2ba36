import { expect, test } from 'vitest'
import { isRowReason, reasonIn, rowReason, type RowReasonCode } from '../../../src/domain/products/row-reasons.ts'
import english from '../../../src/i18n/en/console-imports.json' with { type: 'json' }
import { rowReasonText } from '../../../src/i18n/file-words.ts'
import swedish from '../../../src/i18n/sv/console-imports.json' with { type: 'json' }
import { translator } from '../../../src/i18n/translator.ts'

const codes = Object.keys(english.reason).filter(isRowReason)
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted()
const valuesOf = (code: RowReasonCode) =>
  Object.fromEntries(placeholders(english.reason[code]).map((name, at) => [name, `<b>${name}${at}</b>`]))

test('the console says each reason with the same values as the command line', () => {
  expect(codes.length).toBeGreaterThan(100)
  expect(Object.keys(english.reason).filter((code) => !isRowReason(code))).toEqual([])
  for (const code of codes) {
    expect(new Set(placeholders(swedish.reason[code])), code).toEqual(new Set(placeholders(english.reason[code])))
    const reason = rowReason(code, valuesOf(code))
    expect(reason.reason).not.toContain('{{')
    expect(rowReasonText(reason, translator('en'))).toBe(reason.reason)
    const inSwedish = rowReasonText(reason, translator('sv')) ?? ''
    for (const value of Object.values(reason.values)) expect(inSwedish).toContain(String(value))
    expect(inSwedish).not.toBe(reason.reason)
  }
})

test('a reason of another version is shown in English, one of another file names its row', () => {
  expect(rowReasonText({ code: 'toString', values: {} }, translator('sv'))).toBeUndefined()
  expect(rowReasonText(null, translator('sv'))).toBeUndefined()
  const reason = reasonIn('texts.csv', 7, rowReason('texts_unused', { key: 'K-1' }))
  expect(reason.reason).toBe('Row 7 of texts.csv: The feed has no product "K-1".')
  expect(rowReasonText(reason, translator('sv'))).toBe('Rad 7 i texts.csv: Filen har ingen artikel ”K-1”.')
})
