import { plainTitle, type Covered } from './coverage.ts'
import { isSeen } from './sentences.ts'
import type { TestTitle } from './test-titles.ts'

const intro = `# What the specification says, and which tests hold it

Written by \`npm run coverage\` from the sentences in \`tests/spec/\` and the titles of the tests; do not edit it. A
test covers a sentence when its title names the sentence's id in brackets. \`npm run check -- rules\` fails when a row
has no test that runs. Rows of what a shopper sees (sections 2 and 8) need tests in a browser, in English and in
Swedish, that the usual \`npm test\` runs: their titles have \`{language}\`, and \`tests/support/usual-run.ts\` says
which of them run on which size.
`

/** The page \`docs/spec-coverage.md\`: a row for each sentence with its tests. */
export function coveragePage(rows: readonly Covered[]): string {
  const sections = [...new Set(rows.map(({ section }) => section))]
  return [
    intro,
    ...sections.map((section) =>
      sectionTable(
        section,
        rows.filter((row) => row.section === section),
      ),
    ),
  ].join('\n')
}

function sectionTable(section: string, rows: readonly Covered[]): string {
  const heading = rows.some(isSeen) ? `## Section ${section}: in a browser, in both languages` : `## Section ${section}`
  return table(
    heading,
    ['id', 'sentence', 'tests'],
    rows.map((row) => [`\`${row.id}\``, row.sentence, testCell(row)]),
  )
}

function testCell({ tests }: Covered): string {
  const byFile = Map.groupBy(tests, ({ file }) => file)
  return [...byFile].map(([file, own]) => `\`${file}\`: ${namesOf(own).join('; ')}`).join('<br>')
}

/** A test's title, with the rows of a table combined. */
function namesOf(tests: readonly TestTitle[]): string[] {
  return [...Map.groupBy(tests, ({ pattern }) => pattern)].map(([pattern, rows]) =>
    rows.length === 1 ? plainTitle(rows[0]?.title ?? '') : `${plainTitle(pattern)} (${rows.length} cases)`,
  )
}

function table(heading: string, columns: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [heading, '', line(columns), line(columns.map(() => '---')), ...rows.map(line), ''].join('\n')
}
