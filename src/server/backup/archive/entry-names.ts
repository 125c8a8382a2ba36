import { BackupError } from '../backup-error.ts'

const maxPathLength = 1_000
const safeName = process.platform === 'win32' ? /^[^\\:\0-\x1f]{1,255}$/ : /^[^\\\0-\x1f]{1,255}$/
/** What the shop itself keeps in its data folder and no backup has: the database's files and its own backups. */
const ownNames = /^(?:shop\.db.*|backups|moved-to-postgresql.*|before-restore.*|\..*)$/

/** Tells whether something in the data folder belongs into a backup, by its name there. */
export function isInBackups(name: string): boolean {
  return !ownNames.test(name)
}

/**
 * Returns the path, in parts, of a file of a backup within the data folder. Throws BackupError for a name that would
 * lead out of it, into the database, or that some system understands in another way.
 */
export function pathOfEntry(file: string): string[] {
  const parts = file.split('/').slice(1)
  const isSafe = parts.every((each) => safeName.test(each) && each !== '.' && each !== '..')
  if (parts.length === 0 || file.length > maxPathLength || !isSafe || !isInBackups(parts[0] ?? ''))
    throw new BackupError(`The backup names a file that must not be written: ${JSON.stringify(file.slice(0, 200))}.`)
  return parts
}
