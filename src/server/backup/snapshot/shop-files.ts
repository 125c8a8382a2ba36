import type { Dirent } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isInBackups, pathOfEntry } from '../archive/entry-names.ts'
import type { EntryToWrite } from '../archive/write-archive.ts'
import { BackupError } from '../backup-error.ts'

const pieceBytes = 256 * 1024

/**
 * Lists the files of a data folder, in the order of their names, with a way to read each: pictures, documents, profiles
 * and what else the shop keeps there, without the database and without backups. A file that is gone meanwhile is left
 * out: the database no longer shows it, or the shop deletes what nothing has shown for long.
 */
export async function* shopFiles(dataFolder: string, backups: string): AsyncGenerator<EntryToWrite> {
  const top = resolve(dataFolder)
  for (const { name } of (await sortedEntries(top)).filter(({ name }) => isInBackups(name))) {
    const path = join(top, name)
    if (path === resolve(backups)) continue
    // A folder of its own may be a link to a disk that several machines share.
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile()) yield* fileAt(path, `files/${name}`)
    if (found?.isDirectory()) yield* filesIn(path, `files/${name}`, resolve(backups))
  }
}

async function* filesIn(folder: string, named: string, backups: string): AsyncGenerator<EntryToWrite> {
  for (const each of await sortedEntries(folder)) {
    const path = join(folder, each.name)
    if (path === backups) continue
    if (each.isDirectory()) yield* filesIn(path, `${named}/${each.name}`, backups)
    else if (each.isFile()) yield* fileAt(path, `${named}/${each.name}`)
  }
}

async function sortedEntries(folder: string): Promise<Dirent[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new BackupError(`The folder ${folder} cannot be read (${error.code ?? error.message}).`)
  })
  return found.sort((one, other) => (one.name < other.name ? -1 : 1))
}

async function* fileAt(path: string, name: string): AsyncGenerator<EntryToWrite> {
  pathOfEntry(name)
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new BackupError(`The file ${path} cannot be read (${error.code ?? error.message}).`)
  })
  if (!file) return
  try {
    const { size } = await file.stat()
    if (size <= pieceBytes) {
      const bytes = await file.readFile()
      yield { name, size: bytes.length, body: [bytes] }
    } else
      yield { name, size, body: exactly(file.createReadStream({ highWaterMark: pieceBytes, autoClose: false }), size) }
  } finally {
    await file.close()
  }
}

/** Passes on as many bytes as the file had when it was opened: a report may still be written to. */
async function* exactly(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let left = size
  for await (const piece of source) {
    yield piece.subarray(0, left)
    left -= Math.min(left, piece.length)
    if (left === 0) break
  }
  if (left > 0) throw new BackupError('A file became shorter while it was read: run the backup again.')
}
