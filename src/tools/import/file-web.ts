import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { dayMs } from '../../domain/durations.ts'
import { PublicDownloads, type Download } from '../../server/platform/public-download.ts'
import type { OpenFiles, OwnFiles } from './own-files.ts'

const limits = { timeoutMs: 30_000, redirects: 3 }
/**
 * Files of one import; days until a known one is asked for again; waits in vain for one server; milliseconds after
 * which a download is slow, and that all slow ones may take together; bytes of files that wait in the temporary folder.
 */
const most = {
  downloads: 50_000,
  knownDays: 7,
  waits: 5,
  usualMs: 10_000,
  slowMs: 7_200_000,
  waitingBytes: 4 * 1024 ** 3,
}

/** What is remembered of an address: the file's id, and how the server names this version of it. */
const remembered = z.object({ id: z.string(), etag: z.string(), at: z.string() })
type Remembered = z.infer<typeof remembered>

type Wanted<Row> = {
  files: OwnFiles<Row>
  maxBytes: number
  /** The folder with what is remembered of addresses. */
  memory: string
  /** A folder that is deleted after the import. */
  temporary: string
  now: Date
  /** Tells whether the shop has a file. */
  isKept: (id: string) => boolean
  waitingBytes?: number
}

/**
 * Provides files from the internet. What the shop has from an address is not downloaded again within a week, and
 * after it only when it has changed.
 */
export function fileWeb<Row>(
  { files, maxBytes, memory, temporary, now, isKept, waitingBytes = most.waitingBytes }: Wanted<Row>,
  downloads = new PublicDownloads({ ...limits, bytes: maxBytes }),
): OpenFiles<Row> {
  const servers = new Servers()
  const waiting = new WaitingFiles(waitingBytes)
  const isFresh = ({ at }: Remembered) => now.getTime() - new Date(at).getTime() < most.knownDays * dayMs
  const downloaded = async (address: string, name: string, kept: Remembered | undefined) => {
    const file = join(temporary, name)
    const refusal = waiting.refusal() ?? servers.refusalOf(address)
    const started = performance.now()
    const found = refusal ?? (await downloads.download(address, file, { etag: kept?.etag }))
    servers.note(address, found, performance.now() - started)
    if (found === 'unchanged') return kept && { ...kept, at: now.toISOString() }
    if ('problem' in found) return found
    const photo = await files.check(file)
    if ('problem' in photo || isKept(photo.id)) await rm(file, { force: true })
    else await waiting.add(photo.id, file)
    return 'problem' in photo ? photo : { id: photo.id, etag: found.etag, at: now.toISOString() }
  }
  return {
    check: async (address) => {
      const name = createHash('sha256').update(address).digest('hex')
      const note = join(memory, `${name}.json`)
      const known = await rememberedIn(note)
      const kept = known && isKept(known.id) ? known : undefined
      if (kept && isFresh(kept)) return { id: kept.id }
      const found = (await downloaded(address, name, kept)) ?? { problem: 'it cannot be downloaded' }
      if (!('problem' in found)) await remember(note, found)
      return found
    },
    make: async (ids) => {
      const rows = await files.make(ids)
      await waiting.remove(ids)
      return rows
    },
    close: () => downloads.close(),
  }
}

/** The files that were downloaded and not made yet: a feed that names large ones does not fill the disk. */
class WaitingFiles {
  readonly #most: number
  readonly #sizes = new Map<string, Map<string, number>>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#most = maxBytes
  }

  refusal(): { problem: string } | undefined {
    return this.#bytes >= this.#most
      ? { problem: 'the files before it take all the space that an import has' }
      : undefined
  }

  async add(id: string, file: string): Promise<void> {
    const own = this.#sizes.get(id) ?? new Map<string, number>()
    const { size } = await stat(file)
    this.#bytes += size - (own.get(file) ?? 0)
    this.#sizes.set(id, own.set(file, size))
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      for (const [file, size] of this.#sizes.get(id) ?? []) {
        await rm(file, { force: true })
        this.#bytes -= size
      }
      this.#sizes.delete(id)
    }
  }
}

/** Counts downloads, and asks a server no more that has let several of them wait in vain. */
class Servers {
  readonly #silent = new Map<string, number>()
  #count = 0
  #slowMs = 0

  refusalOf(address: string): { problem: string } | undefined {
    this.#count += 1
    if (this.#count > most.downloads) return { problem: `an import downloads at most ${most.downloads} files` }
    if ((this.#silent.get(hostOf(address)) ?? 0) >= most.waits)
      return { problem: 'its server has not answered several times' }
    // Whoever has many names has many servers.
    if (this.#slowMs >= most.slowMs) return { problem: 'servers have let this import wait for too long' }
    return undefined
  }

  note(address: string, found: Download, ms: number): void {
    const host = hostOf(address)
    if (ms > most.usualMs) this.#slowMs += ms
    if (typeof found === 'object' && 'isLate' in found) this.#silent.set(host, (this.#silent.get(host) ?? 0) + 1)
  }
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : ''
}

async function rememberedIn(note: string): Promise<Remembered | undefined> {
  try {
    return remembered.parse(JSON.parse(await readFile(note, 'utf8')))
  } catch {
    return undefined
  }
}

async function remember(note: string, what: Remembered): Promise<void> {
  await mkdir(dirname(note), { recursive: true })
  await writeFile(note, JSON.stringify(what))
}
