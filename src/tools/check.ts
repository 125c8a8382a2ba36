/**
 * `npm run check`: types, layout, lint, import rules, dictionaries and the tests that every sentence of the
 * specification has;
 * `npm run check -- lint` runs that step alone.
 */
import { checkSteps, typesStep } from './check-steps.ts'
import { chosen, runSteps, summary, total } from './steps.ts'

const sum = total(await runSteps(chosen(checkSteps, process.argv.slice(2)), [typesStep]))
console.log(summary(sum))
process.exitCode = sum.failed > 0 ? 1 : 0
