/** `npm test`: all checks and tests. `npm test -- server browser` runs the steps whose names start with these words. */
import { browserStep } from './browser-step.ts'
import { buildIfStale } from './build-if-stale.ts'
import { checkSteps, typesStep } from './check-steps.ts'
import { stepsNamed, runSteps, type Step, summary, total, verdict } from './steps.ts'
import { inScratchFolder, vitestStep } from './vitest-step.ts'

/** Spends a third of its time waiting for the database, as the browser tests do for their pages. */
const postgresStep = vitestStep('server-postgres', ['--project', 'server-postgres'])

const steps: Step[] = [
  ...checkSteps,
  vitestStep('unit', ['--project', 'unit', '--project', 'features']),
  vitestStep('server-sqlite', ['--project', 'server-sqlite']),
  postgresStep,
  { name: 'build', run: () => buildIfStale(() => undefined).then(() => verdict({ ok: true, output: '' })) },
  browserStep,
]

const started = performance.now()
const finished = await inScratchFolder((folder) => {
  // The tests of both databases render each picture once (tests/support/cached-renderings.ts).
  process.env['TEST_RENDERINGS'] = folder
  return runSteps(stepsNamed(steps, process.argv.slice(2)), [typesStep, postgresStep])
})
const sum = total(finished)
const seconds = (performance.now() - started) / 1000

console.log(`\n${'step'.padEnd(18)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'seconds'.padStart(9)}`)
for (const row of [...finished, { name: 'all', ...sum, seconds }]) {
  const counts = `${String(row.passed).padStart(8)}${String(row.failed).padStart(8)}`
  console.log(`${row.name.padEnd(18)}${counts}${row.seconds.toFixed(1).padStart(9)}`)
}
for (const { name, failures } of finished) for (const each of failures) console.log(`\n✗ ${name}: ${each}`)
console.log(`\n${summary(sum)}`)
process.exitCode = sum.failed > 0 ? 1 : 0
