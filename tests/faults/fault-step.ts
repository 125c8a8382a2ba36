import { isInterrupted } from '../../src/tools/run-program.ts'
import type { Step, StepResult } from '../../src/tools/steps.ts'
import { type Fault, whyNotPlanted } from './fault.ts'
import { tryFault } from './try-fault.ts'

/**
 * A step that applies each mutation in turn and counts those detected by a test as passed; it prints a line for each.
 */
export function faultStep(name: string, faults: readonly Fault[]): Step {
  return { name, run: () => noticed(faults) }
}

async function noticed(faults: readonly Fault[]): Promise<StepResult> {
  const places = faults.map((fault) => ({ fault, lost: whyNotPlanted(fault) }))
  const sound = await tryFault([...new Set(faults.flatMap(({ tests }) => tests))])
  if (sound.failed || sound.passed === 0)
    return { passed: 0, failed: 1, output: `Without any mistake: ${sound.failed ?? sound.output}` }
  const survivors: string[] = []
  let passed = 0
  for (const { fault, lost } of places) {
    if (isInterrupted()) break
    const survivor = lost ?? (await survival(fault))
    if (survivor === undefined) passed++
    else survivors.push(survivor)
  }
  return { passed, failed: survivors.length, output: survivors.join('\n') }
}

/** Applies one mutation, prints what detected it, and returns a message when nothing did. */
async function survival(fault: Fault): Promise<string | undefined> {
  const { failed, output, passed } = await tryFault(fault.tests, fault)
  console.log(row([fault.name, `${fault.from} -> ${fault.to}`, failed ?? (passed > 0 ? 'SURVIVED' : 'NO TEST RAN')]))
  if (failed) return undefined
  return `${fault.file}: "${fault.from}" may become "${fault.to}" and no test notices${passed > 0 ? '' : `\n${output}`}`
}

function row([name = '', change = '', killer = '']: string[]): string {
  return `${name.padEnd(26)} ${change.replace(/\s+/g, ' ').slice(0, 62).padEnd(62)} ${killer}`
}
