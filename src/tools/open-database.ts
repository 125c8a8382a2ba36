import { connect, type OpenDatabase } from '../server/db/connect.ts'
import { databaseLocation } from '../server/db/database-location.ts'
import { prepareDatabase } from '../server/db/prepare-database.ts'
import { EnvError, loadEnv, type Env } from '../server/env.ts'

export type ToolShop = OpenDatabase & { env: Env; migrated: string[] }

/** Opens the shop's database for a command and closes it afterwards; a wrong setting ends with its sentence. */
export async function withDatabase(work: (shop: ToolShop) => Promise<number>): Promise<number> {
  const env = readEnv()
  if (!env) return 2
  const open = connect(databaseLocation(env))
  try {
    return await work({ ...open, env, migrated: await prepareDatabase(open) })
  } finally {
    await open.db.destroy()
  }
}

function readEnv(): Env | undefined {
  try {
    return loadEnv()
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    console.error(error.message)
    return undefined
  }
}
