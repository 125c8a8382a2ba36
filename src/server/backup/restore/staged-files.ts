import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isInBackups, pathOfEntry } from '../archive/entry-names.ts'
import type { TarFile } from '../archive/read-tar.ts'
import { BackupError } from '../backup-error.ts'

const [ownerOnly, ownerOnlyFolder] = [0o600, 0o700]
const pieceBytes = 256 * 1024

/** Files of a backup that are written beside the shop's own ones, and then put in their place. */
export class StagedFiles {
  readonly #folder: string
  readonly #made = new Set<string>()

  constructor(folder: string) {
    this.#folder = resolve(folder)
  }

  /** Writes a file of the data folder. */
  async write({ name, size, body }: TarFile): Promise<void> {
    const path = resolve(this.#folder, ...pathOfEntry(name))
    if (!path.startsWith(this.#folder + sep)) throw new BackupError(`The backup names a file outside: ${name}.`)
    if (size > pieceBytes) return this.writeTo(path, body)
    const pieces: Buffer[] = []
    for await (const piece of body) pieces.push(piece)
    await this.#folderOf(path)
    await writeFile(path, Buffer.concat(pieces), { flag: 'wx', mode: ownerOnly })
  }

  /** Writes a new file with the rights of its owner alone. */
  async writeTo(path: string, body: AsyncIterable<Buffer>): Promise<void> {
    await this.#folderOf(path)
    await pipeline(body, createWriteStream(path, { flags: 'wx', mode: ownerOnly }))
  }

  async #folderOf(path: string): Promise<void> {
    const folder = dirname(path)
    if (!this.#made.has(folder)) await mkdir(folder, { recursive: true, mode: ownerOnlyFolder })
    this.#made.add(folder)
  }

  /** Moves the data folder's files into `kept` and those of the backup in their place; `backups` stays. */
  async takePlace(dataFolder: string, kept: string, backups: string): Promise<void> {
    for (const name of await namesIn(dataFolder))
      if (!isWithin(backups, join(dataFolder, name))) await rename(join(dataFolder, name), join(kept, name))
    for (const name of await namesIn(this.#folder)) await rename(join(this.#folder, name), join(dataFolder, name))
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter(isInBackups)
}

/** Tells whether a path is a folder itself, or in it. */
function isWithin(path: string, folder: string): boolean {
  return `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`)
}
