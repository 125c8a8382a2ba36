import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runPackage } from '../../src/tools/run-program.ts'
import { inScratchFolder } from '../../src/tools/vitest-step.ts'
import type { Fault } from './fault.ts'

type Report = {
  numPassedTests: number
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** The result of a test run: the first failing test, or how many passed; `output` explains a run that did not start. */
export type Outcome = { failed?: string; passed: number; output: string }

/** Runs the named tests once, with the mutation or, without one, the sources as they are. */
export function tryFault(tests: readonly string[], fault?: Fault): Promise<Outcome> {
  return inScratchFolder(async (folder) => {
    const file = path.join(folder, 'report.json')
    const args = [
      'run',
      '--config=tests/faults/vitest.config.ts',
      '--reporter=json',
      `--outputFile=${file}`,
      ...(fault ? ['--bail=1'] : []),
      ...tests,
    ]
    const { output } = await runPackage('vitest', 'vitest', args, { FAULT: JSON.stringify(fault ?? null) })
    return outcome(JSON.parse(readFileSync(file, 'utf8')), output)
  })
}

/** A test file that cannot be loaded has no failing test: the mutation was not detected, and the list is wrong. */
function outcome({ testResults, numPassedTests }: Report, output: string): Outcome {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((each) => ({ ...each, file: path.basename(name) })),
  )
  const first = tests.find(({ status }) => status === 'failed')
  return { passed: numPassedTests, output, ...(first ? { failed: `${first.file}: ${first.fullName}` } : {}) }
}
