import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { BackupError } from '../backup-error.ts'

const keyBytes = 32
const hint = 'must be 32 random bytes as 64 hexadecimal digits: "npm run shop -- backup new-key" makes one'

/** Where the key is: itself, or the file it is in. */
export type KeySource = { BACKUP_KEY?: string | undefined; BACKUP_KEY_FILE?: string | undefined }

/** Reads the key that encrypts backups; undefined when none is set. Throws BackupError where it is no key. */
export async function readBackupKey({ BACKUP_KEY, BACKUP_KEY_FILE }: KeySource): Promise<Buffer | undefined> {
  if (BACKUP_KEY_FILE !== undefined) return readKeyFile(BACKUP_KEY_FILE)
  return BACKUP_KEY === undefined ? undefined : parseKey(BACKUP_KEY, 'BACKUP_KEY')
}

/** Reads a file that has a key in it. */
export async function readKeyFile(file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The file of the key, ${file}, cannot be read (${error.code ?? error.message}).`)
  })
  return parseKey(text, `The key in ${file}`)
}

function parseKey(text: string, name: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(text.trim())) throw new BackupError(`${name} ${hint}.`)
  return Buffer.from(text.trim(), 'hex')
}

export function newKey(): string {
  return randomBytes(keyBytes).toString('hex')
}

/** Derives the key of one backup, so that no two are encrypted with the same one. */
export function keyOfBackup(key: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'shop backup', keyBytes))
}

/** Derives what tells whether a key is that of a backup, and nothing else about it. */
export function keyMark(key: Buffer, salt: Buffer): Buffer {
  return createHmac('sha256', key).update('shop backup mark').update(salt).digest().subarray(0, 16)
}
