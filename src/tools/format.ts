/** `npm run format`: formats every file that `npm run check` checks. */
import { formatSteps } from './check-steps.ts'
import { runSteps, total } from './steps.ts'

process.exitCode = total(await runSteps(formatSteps('--write'))).failed > 0 ? 1 : 0
