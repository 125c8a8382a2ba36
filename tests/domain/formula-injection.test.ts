import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { escapeFormula, unescapeFormula } from '../../src/domain/formula-injection.ts'
import { formatCsv } from '../../src/domain/lists/csv.ts'

/** Cells as a spreadsheet reads them that knows quotes at the beginning of a cell alone. */
function cellsIn(file: string, delimiter: ',' | ';'): string[] {
  const rows = parse(file, { bom: true, delimiter, relax_quotes: true, relax_column_count: true, quote: null })
  return (rows as string[][]).flat()
}

const attacks = [
  `Anna;=cmd|'/C calc'!A0;`,
  `Anna,=cmd|'/C calc'!A0,`,
  `Anna; =HYPERLINK(A1)`,
  `Anna\n=1+cmd|'/C calc'!A0\n`,
  `Anna\t@SUM(A1)`,
  `Anna;"=HYPERLINK(A1)`,
  `Anna;-2+3+cmd|'/C calc'!A0`,
  `Anna;=1,5+HYPERLINK(A1)`,
  `Anna;＝HYPERLINK(A1)`,
]

describe('texts of strangers in files', () => {
  test.for([',', ';'] as const)('are no formula in a spreadsheet with another separator than "%s"', (separator) => {
    for (const attack of attacks) {
      const file = formatCsv([['100001', attack, 'end']], separator)
      for (const other of [',', ';'] as const)
        for (const cell of cellsIn(file, other)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝].*[(!|]/)
    }
  })

  test('stay as they are where they cannot be one', () => {
    for (const text of ['Kabel, -40 °C', '- ett\n- två', 'fan; 120 mm (grå)', 'a=b(c)', '5,-'])
      expect(escapeFormula(`Text: ${text}`)).toBe(`Text: ${text}`)
  })

  test('are read back as they were', () => {
    for (const text of [
      ...attacks,
      `a;'=F(x)`,
      `a;''=F(x)`,
      '\n=F(x)',
      `'\n=F(x)`,
      `=F(x);=G(x)`,
      `a;' "=F(x)`,
      `(a;=b`,
    ])
      expect(unescapeFormula(escapeFormula(text))).toBe(text)
  })

  test('are escaped in linear time', () => {
    const took = (length: number) => {
      const text = `${`;${' '.repeat(20)}`.repeat(length)};${"'".repeat(length)}(`
      const started = performance.now()
      for (let time = 0; time < 5; time += 1) unescapeFormula(escapeFormula(text))
      return performance.now() - started
    }
    took(1_000)
    expect(took(16_000)).toBeLessThan(12 * took(4_000) + 50)
  })
})
