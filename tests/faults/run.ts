/**
 * `npm run faults`: changes the sources one place at a time, as a slip of the hand would, and asks whether a test notices.
 * `npm run faults -- constants` runs that step alone. The files themselves are never touched.
 */
import { chosen, runSteps, summary, total } from '../../src/tools/steps.ts'
import { constants } from './constants.ts'
import { faultStep } from './fault-step.ts'
import { payments } from './payments.ts'
import { rules } from './rules.ts'

const steps = [faultStep('constants', constants), faultStep('rules', rules), faultStep('payments', payments)]
const sum = total(await runSteps(chosen(steps, process.argv.slice(2))))
console.log(summary(sum))
process.exitCode = sum.failed > 0 ? 1 : 0
