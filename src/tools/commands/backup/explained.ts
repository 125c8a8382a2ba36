import { BackupError } from '../../../server/backup/backup-error.ts'
import { printError } from '../../print.ts'

export type BackupValues = { keyFile: string | undefined }

const fileErrors: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'this user must not write there',
  EPERM: 'this user must not write there',
  EROFS: 'the disk is mounted read-only',
  ENOTDIR: 'a part of the path is a file',
}

/** Runs a command about backups; prints what went wrong in a sentence where the operator can do something about it. */
export async function explainedBackup(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof BackupError) return refused(error.message, 1)
    const code = String(Reflect.get(error, 'code'))
    if (code.startsWith('ERR_PARSE_ARGS')) return refused(`${error.message} (--help says more.)`, 2)
    const why = fileErrors[code]
    if (why !== undefined) return refused(`${String(Reflect.get(error, 'path') ?? 'The backup')}: ${why} (${code}).`, 1)
    throw error
  }
}

function refused(sentence: string, code: number): number {
  printError(sentence)
  return code
}

/** Writes a number of bytes for people. */
export function sizeOf(bytes: number): string {
  const [unit, name] = bytes < 1e6 ? [1e3, 'kB'] : bytes < 1e9 ? [1e6, 'MB'] : [1e9, 'GB']
  return `${(bytes / unit).toFixed(1)} ${name}`
}
