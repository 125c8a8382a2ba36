import { BackupError } from './backup-error.ts'

const fileErrors: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'this user must not write there',
  EPERM: 'this user must not write there',
  EROFS: 'the disk is mounted read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file is where a folder should be',
  ECONNREFUSED: 'the database does not answer',
}

/** Says in a sentence why a backup failed, without addresses and secrets of the database. */
export function explainBackupError(error: unknown): string {
  if (!(error instanceof Error)) return 'The backup failed.'
  if (error instanceof BackupError) return error.message
  const [code, path] = [String(Reflect.get(error, 'code') ?? error.name), Reflect.get(error, 'path')]
  const why = fileErrors[code] ?? error.message.split('\n')[0]
  return `The backup failed${typeof path === 'string' ? ` at ${path}` : ''}: ${why} (${code}).`
}
