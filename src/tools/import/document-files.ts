import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CheckedFile, Documents } from '../../server/catalog/import/rows/feed-files.ts'

/** The largest document, in bytes. */
export const maxDocumentBytes = 20 * 1024 * 1024
/** In how many bytes at the end a PDF file says that it ends; programs add some of their own after it. */
const endBytes = 2048

/**
 * Checks documents and copies them into the document folder. A document's id is a hash of the file, so that the same
 * datasheet of many products is kept once and its URL can be cached forever.
 */
export class DocumentFiles {
  readonly #folder: string
  readonly #known = new Map<string, { file: string; bytes: number }>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async check(file: string): Promise<CheckedFile> {
    const { size: bytes } = await stat(file)
    if (bytes > maxDocumentBytes) return { problem: `it has ${Math.ceil(bytes / 1024 / 1024)} MB, more than 20` }
    if (!(await isWholePdf(file, bytes))) return { problem: 'it is no whole PDF file' }
    const id = `doc-${createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
      .slice(0, 16)}`
    this.#known.set(id, { file, bytes })
    return { id }
  }

  make: Documents['make'] = async (ids) => {
    await mkdir(this.#folder, { recursive: true })
    const wanted = ids.flatMap((id) => {
      const known = this.#known.get(id)
      return known ? [{ id, ...known }] : []
    })
    for (const { id, file } of wanted) await copyWhole(file, join(this.#folder, `${id}.pdf`))
    return wanted.map(({ id, bytes }) => ({ id, bytes }))
  }
}

/** Tells by its beginning and its end whether a file is a PDF, whatever its name is. */
async function isWholePdf(file: string, size: number): Promise<boolean> {
  await using handle = await open(file)
  const textAt = async (position: number, length: number): Promise<string> => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
    return buffer.subarray(0, bytesRead).toString('latin1')
  }
  return (
    /^%PDF-[12]\.\d/.test(await textAt(0, 8)) &&
    (await textAt(Math.max(0, size - endBytes), endBytes)).includes('%%EOF')
  )
}

/** Copies under another name first, so that nobody is served half a file. */
async function copyWhole(from: string, to: string): Promise<void> {
  const half = `${to}.${randomUUID()}.part`
  try {
    await copyFile(from, half)
    await rename(half, to)
  } finally {
    await rm(half, { force: true })
  }
}
