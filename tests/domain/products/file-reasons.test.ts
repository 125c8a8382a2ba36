import { expect, test } from 'vitest'
import { fileReasonText } from '../../../src/console/imports/import-words.ts'
import { fileReason, isFileReason } from '../../../src/domain/products/file-reasons.ts'
import { isRowReason } from '../../../src/domain/products/row-reasons.ts'
import enTexts from '../../../src/i18n/en/console-imports.json' with { type: 'json' }
import svTexts from '../../../src/i18n/sv/console-imports.json' with { type: 'json' }
import { translator } from '../../../src/i18n/translator.ts'

const valuesOf = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted()

test('what is said of a file has a text in both languages with the same values, and a code of its own', () => {
  const codes = Object.keys(enTexts.file)
  expect(codes.length).toBeGreaterThan(80)
  for (const code of codes) {
    if (!isFileReason(code)) throw new Error(`${code} is no reason.`)
    // A code of both would have the text of one of them.
    expect(isRowReason(code), code).toBe(false)
    const names = valuesOf(enTexts.file[code]).map((each) => each.slice(2, -2))
    expect(valuesOf(svTexts.file[code]), code).toEqual(valuesOf(enTexts.file[code]))
    const told = fileReason(code, Object.fromEntries(names.map((name) => [name, `<${name}>`])))
    for (const text of [told.reason, ...(['en', 'sv'] as const).map((each) => fileReasonText(told, translator(each)))])
      for (const name of names) expect(text, code).toContain(`<${name}>`)
  }
  expect(fileReasonText({ code: 'toString', values: {} }, translator('sv'))).toBeUndefined()
  expect(fileReasonText({ code: 'group_loop', values: { group: '7' } }, translator('sv'))).toContain('7')
})
