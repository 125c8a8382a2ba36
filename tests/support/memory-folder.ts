import { existsSync, statfsSync } from 'node:fs'

const folder = '/dev/shm'
const minBytes = 2 ** 32

/** A folder whose files are in memory, where Linux has more than 4 GB left for it; otherwise undefined. */
export function memoryFolder(): string | undefined {
  if (!existsSync(folder)) return undefined
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > minBytes ? folder : undefined
}

/**
 * Puts the temporary files of this process and of those it starts into memory, unless TMPDIR names a folder: on a disk
 * the commits of SQLite take a third of the tests' time.
 */
export function keepTemporaryFilesInMemory(): void {
  const memory = memoryFolder()
  if (memory !== undefined) process.env['TMPDIR'] ??= memory
}
