import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runPackage } from './run-program.ts'
import { failure, type Step, type StepResult } from './steps.ts'

type JsonReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; message: string; assertionResults: Assertion[] }[]
}
type Assertion = { status: string; fullName: string; failureMessages: string[] }

/** A step that runs vitest and takes its counts; `args` select the project or files. */
export function vitestStep(name: string, args: string[]): Step {
  return { name, run: () => inScratchFolder((folder) => runVitest(args, path.join(folder, 'report.json'))) }
}

async function runVitest(args: string[], reportFile: string): Promise<StepResult> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const { ok, output } = await runPackage('vitest', 'vitest', ['run', ...reporters, ...args])
  const report = readReport(reportFile)
  if (report === undefined) return { passed: 0, failed: 1, output }
  // Counts files that failed to load (they have no test results) and errors outside of tests.
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const failures = [...broken.map((file) => failure(relativePath(file.name), file.message)), ...failedTests(report)]
  const failed = report.numFailedTests + broken.length
  const nothingRan = report.numPassedTests + failed === 0
  return { passed: report.numPassedTests, failed: failed === 0 && (!ok || nothingRan) ? 1 : failed, output, failures }
}

function failedTests({ testResults }: JsonReport): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) =>
        failure(`${relativePath(name)}: ${fullName}`, failureMessages.join('\n')),
      ),
  )
}

const relativePath = (file: string): string => path.relative('', file)

function readReport(file: string): JsonReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Calls `work` with a new temporary folder and removes it afterwards. */
export async function inScratchFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'delverk-report-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
