/**
 * `npm run check`: types, formatting, lint, import rules, dictionaries, and that every sentence of the specification
 * has a test; `npm run check -- lint` runs only that step.
 */
import { checkSteps, typesStep } from './check-steps.ts'
import { stepsNamed, runSteps, summary, total } from './steps.ts'

const sum = total(await runSteps(stepsNamed(checkSteps, process.argv.slice(2)), [typesStep]))
console.log(summary(sum))
process.exitCode = sum.failed > 0 ? 1 : 0
