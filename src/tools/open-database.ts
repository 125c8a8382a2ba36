import { existsSync } from 'node:fs'
import { openShopDatabase } from '../server/backup/open-shop-database.ts'
import { databaseName } from '../server/platform/db/database-location.ts'
import type { PreparedDatabase } from '../server/platform/db/open-database.ts'
import { EnvError, loadEnv, type Env } from '../server/platform/env.ts'
import { printError } from './print.ts'

export type ToolShop = PreparedDatabase & { env: Env }

/**
 * Opens the shop's database for a command and closes it afterwards; invalid settings print a message and exit with 2.
 * `isBulk`: the command writes much.
 */
export async function withDatabase(
  work: (shop: ToolShop) => Promise<number>,
  { isBulk = false } = {},
): Promise<number> {
  const env = readEnv()
  if (!env) return 2
  for (const line of unsaid(env, process.env)) printError(line)
  const open = await openShopDatabase(env, { isBulk })
  if (open.backup !== undefined) printError(`A backup was made before the database was migrated: ${open.backup}.`)
  try {
    return await work({ ...open, env })
  } finally {
    await open.db.destroy()
  }
}

/** Loads the settings; prints what is wrong with them and returns undefined when they are invalid. */
export function readEnv(): Env | undefined {
  try {
    return loadEnv()
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    printError(error.message)
    return undefined
  }
}

/** Warnings about defaults the command uses for unset settings, which the running shop may have set differently. */
function unsaid(env: Env, source: Readonly<Record<string, string | undefined>>): string[] {
  const isSet = (name: string): boolean => (source[name] ?? '').trim() !== ''
  const lines: string[] = []
  if (!isSet('SHOP_DATA') && !isSet('DATABASE_URL')) {
    const file = databaseName(env)
    lines.push(`Database: ${file}${existsSync(file) ? '' : ', a new one'} (neither SHOP_DATA nor DATABASE_URL is set).`)
  }
  if (!isSet('ORIGIN')) lines.push(`Links begin with ${env.ORIGIN} (ORIGIN is not set).`)
  return lines
}
