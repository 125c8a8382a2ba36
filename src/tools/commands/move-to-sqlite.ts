import { moveToSqlite } from '../../server/backup/move/move-to-sqlite.ts'
import { runMove } from './move.ts'

const usage = `Usage: npm run shop -- move-to-sqlite [options]

Moves the shop in the database of DATABASE_URL into a new SHOP_DATA/shop.db; for shops that one machine serves. Stop
the shop first. Every table is compared before the shop appears; what is in PostgreSQL stays. A move that was ended
begins anew.

  --quiet                       says nothing while it works
  --json                        output for programs
  --help                        shows this text

Exit codes: 0 done, 1 not possible, 2 wrong arguments.`

/** The `move-to-sqlite` command of `npm run shop`. */
export function run(args: string[]): Promise<number> {
  const after = 'Start the shop without DATABASE_URL, and with the same SHOP_DATA.'
  return runMove(args, { usage, after, work: (env, show) => moveToSqlite(env, show) })
}
