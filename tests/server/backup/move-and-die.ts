/** Moves the shop of its environment to PostgreSQL, and kills itself where its argument says: `copies products`. */
import { flushCompileCache } from 'node:module'
import { moveToPostgres } from '../../../src/server/backup/move/move-to-postgres.ts'
import { parseEnv } from '../../../src/server/platform/env.ts'

// Node keeps compiled code for the next start only where a process is not killed.
flushCompileCache()
const [step, name] = (process.argv[2] ?? '').split(' ')
await moveToPostgres(parseEnv(process.env), new Date(), (shown) => {
  if (shown.step === step && (name === undefined || shown.name === name)) process.kill(process.pid, 'SIGKILL')
})
