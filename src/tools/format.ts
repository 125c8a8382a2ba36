/** `npm run format`: formats everything that `npm run check` asks to be formatted. */
import { formatSteps } from './check-steps.ts'
import { runSteps, total } from './steps.ts'

process.exitCode = total(await runSteps(formatSteps('--write'))).failed > 0 ? 1 : 0
