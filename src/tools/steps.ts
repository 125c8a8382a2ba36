import { stripVTControlCharacters } from 'node:util'
import { isInterrupted } from './run-program.ts'

/** The result of a step; `output` is shown only on failure. `failures`: each failed test with its reason. */
export type StepResult = { passed: number; failed: number; output: string; failures?: readonly string[] }
export type Step = { name: string; run(): Promise<StepResult> }
export type FinishedStep = {
  name: string
  passed: number
  failed: number
  failures: readonly string[]
  seconds: number
}

/** A step that passes or fails as a whole counts as one test. */
export const verdict = ({ ok, output }: { ok: boolean; output: string }): StepResult => ({
  passed: ok ? 1 : 0,
  failed: ok ? 0 : 1,
  output,
})

/**
 * Runs the steps in order, one line each; a failing step's output is printed above its line. Steps of `beside` run in
 * order at the same time as the others; meant for long steps that use one core.
 */
export async function runSteps(steps: Step[], beside: readonly Step[] = []): Promise<FinishedStep[]> {
  const lanes = [steps.filter((step) => beside.includes(step)), steps.filter((step) => !beside.includes(step))]
  const finished = await Promise.all(lanes.map(runInOrder))
  return finished.flat()
}

async function runInOrder(steps: Step[]): Promise<FinishedStep[]> {
  const finished: FinishedStep[] = []
  for (const step of steps) {
    if (isInterrupted()) break
    finished.push(await runStep(step))
  }
  return finished
}

async function runStep({ name, run }: Step): Promise<FinishedStep> {
  const started = performance.now()
  if (process.stdout.isTTY) process.stdout.write(`… ${name}\r`)
  const {
    passed,
    failed,
    output,
    failures = [],
  } = await run().catch((error: unknown): StepResult => ({
    passed: 0,
    failed: 1,
    output: error instanceof Error ? error.message : String(error),
  }))
  const seconds = (performance.now() - started) / 1000
  if (failed > 0) console.log(`\n${output.trimEnd()}\n`)
  const mark = failed > 0 ? '✗' : '✓'
  console.log(`${mark} ${name.padEnd(16)} ${summary({ passed, failed }).padEnd(24)} ${seconds.toFixed(1)} s`)
  return { name, passed, failed, failures, seconds }
}

/** "12 passed, 0 failed" */
export const summary = ({ passed, failed }: { passed: number; failed: number }): string =>
  `${passed} passed, ${failed} failed`

/** Longer reasons are cut in the list of failures; the whole is above it. */
const maxLines = 40

/** A failed test as the end of a run lists it: where and what it is, and the first lines of its reason. */
export function failure(name: string, reason: string): string {
  const lines = stripVTControlCharacters(reason).trim().split('\n').slice(0, maxLines)
  return [name, ...lines.map((line) => `    ${line}`)].join('\n')
}

/** The total of the steps; an interruption counts as a failure, so that an incomplete run does not pass. */
export function total(steps: FinishedStep[]): { passed: number; failed: number } {
  const sum = (key: 'passed' | 'failed'): number => steps.reduce((count, step) => count + step[key], 0)
  return { passed: sum('passed'), failed: sum('failed') + (isInterrupted() ? 1 : 0) }
}

/** Filters the steps whose names start with one of the words, keeping their order; no words keeps all. */
export function stepsNamed(steps: Step[], words: string[]): Step[] {
  const unknown = words.find((word) => !steps.some((step) => step.name.startsWith(word)))
  if (unknown !== undefined) {
    console.error(`There is no step "${unknown}". The steps are: ${steps.map((step) => step.name).join(', ')}.`)
    process.exit(1)
  }
  return words.length === 0 ? steps : steps.filter((step) => words.some((word) => step.name.startsWith(word)))
}
