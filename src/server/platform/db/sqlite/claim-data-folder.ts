import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BootError } from '../../boot-error.ts'
import type { Env } from '../../env.ts'

/** SQLITE_BUSY */
const busyCode = 5

/**
 * Claims an embedded database for one start of the shop, with all of its workers, until this process ends, however it
 * ends. Throws BootError while another start serves it: each would keep pages and count limits for itself. Does nothing
 * on PostgreSQL, which several nodes share.
 */
export function claimDataFolder({ SHOP_DATA, DATABASE_URL }: Pick<Env, 'SHOP_DATA' | 'DATABASE_URL'>): void {
  if (DATABASE_URL !== undefined) return
  const claim = openClaim(SHOP_DATA)
  process.once('exit', () => claim?.close())
}

/** The lock of a database of its own: the system gives it back when the process is killed. */
function openClaim(folder: string): DatabaseSync | undefined {
  let claim: DatabaseSync | undefined
  try {
    mkdirSync(folder, { recursive: true })
    claim = new DatabaseSync(join(folder, 'serving.lock'), { timeout: 0 })
    claim.exec('pragma locking_mode = exclusive; begin exclusive')
    return claim
  } catch (error) {
    claim?.close()
    // What else is wrong with the folder, the opening of the database explains.
    if (!(error instanceof Error && 'errcode' in error && error.errcode === busyCode)) return undefined
    throw new BootError(
      `The shop in ${resolve(folder)} is already served by another process: stop that one first. ` +
        'Set WORKERS to use more cores, or DATABASE_URL to run several nodes.',
      { cause: error },
    )
  }
}
