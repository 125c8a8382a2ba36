import { moveToPostgres } from '../../server/backup/move/move-to-postgres.ts'
import { runMove } from './move.ts'

const usage = `Usage: npm run shop -- move-to-postgresql [options]

Moves the shop in SHOP_DATA/shop.db into the empty database of DATABASE_URL. Stop the shop first. Every table is
compared before the shop appears in PostgreSQL, and the embedded database is put aside as
SHOP_DATA/moved-to-postgresql-….db. A move that was ended, by kill -9 too, goes on when the command is run again.
Pictures and documents stay where they are.

  --quiet                       says nothing while it works
  --json                        output for programs
  --help                        shows this text

Exit codes: 0 done, 1 not possible, 2 wrong arguments.`

/** The `move-to-postgresql` command of `npm run shop`. */
export function run(args: string[]): Promise<number> {
  const after = 'Start the shop with the same DATABASE_URL and SHOP_DATA.'
  return runMove(args, { usage, after, work: (env, show) => moveToPostgres(env, new Date(), show) })
}
