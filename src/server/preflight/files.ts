import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Env } from '../platform/env.ts'
import type { Check, Verdict } from './checks.ts'

const readByOthers = 0o077

/** Checks that the shop can write the data folder and that no other user can read it. */
export function fileChecks(env: Env): Check[] {
  const folder = resolve(env.SHOP_DATA)
  const mode = modeOf(folder)
  if (mode === undefined) return [check('warning', `${folder} (SHOP_DATA) does not exist yet: the shop makes it.`)]
  if (!isWritable(folder))
    return [
      check(
        'refuses',
        `${folder} (SHOP_DATA) cannot be written by this user: pictures, mails and the embedded database are kept ` +
          'there.',
      ),
    ]
  const open = privateFiles(folder).filter((file) => ((modeOf(file) ?? 0) & readByOthers) !== 0)
  const [first] = open
  if (first === undefined || process.platform === 'win32')
    return [check('ok', `${folder} (SHOP_DATA) is the shop's own.`)]
  const others = open.length === 1 ? '' : ` and ${open.length - 1} more`
  return [
    check('warning', `Other users of this machine can read ${first}${others}, with customers in it: chmod go= on it.`),
  ]
}

function check(verdict: Verdict, text: string): Check {
  return { name: 'files', verdict, text }
}

/** Lists the embedded database's files and the stored mails. */
function privateFiles(folder: string): string[] {
  const [database, mails] = [['shop.db', 'shop.db-wal', 'shop.db-shm'], namesIn(join(folder, 'mail'))]
  return [...database.map((name) => join(folder, name)), ...mails.map((name) => join(folder, 'mail', name))]
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function modeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mode
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
