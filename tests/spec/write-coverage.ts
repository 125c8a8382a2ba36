/** `npm run coverage`: regenerates docs/spec-coverage.md from the sentences and the titles of the tests. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../support/source-files.ts'
import { coveragePage } from './coverage-page.ts'
import { allTests, coverage, halfSeen } from './coverage.ts'

const rows = coverage(allTests())
writeFileSync(path.join(projectRoot, 'docs/spec-coverage.md'), coveragePage(rows))
const bare = rows.filter(({ tests }) => tests.length === 0)
console.log(`docs/spec-coverage.md: ${rows.length} sentences, ${bare.length} without a test`)
for (const { id, sentence } of bare) console.log(`  ${id}  ${sentence}`)
for (const row of halfSeen(rows)) console.log(`  not in both languages: ${row}`)
