import { explainBackupError } from '../../../server/backup/explain-backup-error.ts'
import { isArgumentError } from '../../operator-command.ts'
import { printError } from '../../print.ts'

export type BackupValues = { keyFile: string | undefined }

/** Runs a command about backups; prints what went wrong in a sentence where the operator can do something about it. */
export async function explainedBackup(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (isArgumentError(error)) return fail(`${error.message} (--help says more.)`, 2)
    return fail(explainBackupError(error), 1)
  }
}

function fail(sentence: string, code: number): number {
  printError(sentence)
  return code
}

/** Writes a number of bytes for people. */
export function sizeOf(bytes: number): string {
  const [unit, name] = bytes < 1e6 ? [1e3, 'kB'] : bytes < 1e9 ? [1e6, 'MB'] : [1e9, 'GB']
  return `${(bytes / unit).toFixed(1)} ${name}`
}
