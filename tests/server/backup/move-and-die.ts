/** Moves the shop of its environment to PostgreSQL, and kills itself where its argument says: `copies products`. */
import { moveToPostgres } from '../../../src/server/backup/move/move-to-postgres.ts'
import { parseEnv } from '../../../src/server/platform/env.ts'

const [step, name] = (process.argv[2] ?? '').split(' ')
await moveToPostgres(parseEnv(process.env), new Date(), (shown) => {
  if (shown.step === step && (name === undefined || shown.name === name)) process.kill(process.pid, 'SIGKILL')
})
