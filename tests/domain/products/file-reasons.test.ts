import { expect, test } from 'vitest'
import { fileFault } from '../../../src/domain/products/file-faults.ts'
import { fileReason, isFileReason } from '../../../src/domain/products/file-reasons.ts'
import { isRowReason } from '../../../src/domain/products/row-reasons.ts'
import enTexts from '../../../src/i18n/en/console-imports.json' with { type: 'json' }
import { fileReasonText, originalText } from '../../../src/i18n/file-words.ts'
import svTexts from '../../../src/i18n/sv/console-imports.json' with { type: 'json' }
import { translator } from '../../../src/i18n/translator.ts'

const valuesOf = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted()

test('every reason about a file has a code, and a text in both languages with the same values', () => {
  const codes = Object.keys(enTexts.file)
  expect(codes.length).toBeGreaterThan(80)
  for (const code of codes) {
    if (!isFileReason(code)) throw new Error(`${code} is no reason.`)
    // A code of both would have the text of one of them.
    expect(isRowReason(code), code).toBe(false)
    const names = valuesOf(enTexts.file[code]).map((each) => each.slice(2, -2))
    expect(valuesOf(svTexts.file[code]), code).toEqual(valuesOf(enTexts.file[code]))
    // What a reader says is English, and has a text of its own instead.
    const shown = names.filter((name) => name !== 'fault')
    const told = fileReason(code, Object.fromEntries(names.map((name) => [name, `<${name}>`])))
    for (const text of [told.reason, ...(['en', 'sv'] as const).map((each) => fileReasonText(told, translator(each)))])
      for (const name of shown) expect(text, code).toContain(`<${name}>`)
  }
  expect(fileReasonText({ code: 'toString', values: {} }, translator('sv'))).toBeUndefined()
  expect(fileReasonText({ code: 'group_loop', values: { group: '7' } }, translator('sv'))).toContain('7')
})

test.each([
  ['json_broken', "Parser cannot parse input: expected ','", 'json_mark'],
  ['json_broken', 'Parser cannot parse input: expected an object key', 'json_key'],
  ['json_broken', 'Parser cannot parse input: expected a fractional part of a number', 'json_number'],
  ['json_broken', 'Parser has expected a value', 'json_end'],
  ['profile_no_json', 'Unexpected end of JSON input', 'json_end'],
  ['profile_no_json', "Expected property name or '}' in JSON at position 1 (line 1 column 2)", 'json_key'],
  ['xml_broken_at', 'Unclosed root tag', 'xml_open'],
  ['xml_broken', 'Unmatched closing tag: item', 'xml_close'],
  ['xml_broken_at', 'it has more than 60 levels', 'xml_levels'],
  ['csv_broken', 'Invalid Closing Quote: found non trimable byte after quote at line 2', 'csv_mark'],
  ['source_not_fetched', 'the server answers with 503', 'net_status'],
  ['source_not_fetched', 'the server cannot be reached (ECONNREFUSED)', 'net_unreached'],
  ['source_not_fetched', 'its certificate is not trusted', 'net_certificate'],
] as const)('a %s that says "%s" is said in the language of the reader', (code, phrase, expected) => {
  expect(fileFault(phrase)?.code).toBe(expected)
  const said = fileReason(code, { fault: phrase, line: 7, profile: 'nord' })
  const [sv, en] = [fileReasonText(said, translator('sv')), fileReasonText(said, translator('en'))]
  expect(sv).not.toContain(phrase)
  expect(sv).not.toBe(en)
  expect(originalText([said])).toBe('')
  // The command line and the reports keep what was said.
  expect(said.reason).toContain(phrase)
})

test('an unknown phrase is shown in English, and marked so', () => {
  const said = fileReason('json_broken', { fault: 'a new kind of fault' })
  expect(fileReasonText(said, translator('sv'))).not.toContain('a new kind of fault')
  expect(originalText([said])).toBe('a new kind of fault')
  expect(Object.keys(svTexts.file_fault).toSorted()).toEqual(Object.keys(enTexts.file_fault).toSorted())
})

const broken = [
  '',
  '-',
  '-x',
  '1.',
  '1.x',
  '1e',
  '01',
  '"',
  '"\\q"',
  '"\\u12"',
  '"\n"',
  '{',
  '{a',
  '{"a"',
  '{"a":1',
  '{"a":1,}',
]
const quoted = ['[', '[1', '[1,', '1 2', 'undefined', '[object Object]', 'nul', 'digit', '--><b>', '\u0000']

test.each([...broken, ...quoted])('what JSON.parse says of %j is known', (text) => {
  expect(fileFault(saidOf(text))).toBeDefined()
})

test('what JSON.parse quotes of a file is not taken for what it says', () => {
  expect(fileFault(saidOf('a digit'))?.code).toBe('json_mark')
  expect(fileFault(saidOf('-a digit'))?.code).toBe('json_number')
})

function saidOf(text: string): string {
  try {
    JSON.parse(text)
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
  }
  throw new Error(`${text} is JSON.`)
}
