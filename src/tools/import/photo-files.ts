import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import type { CheckedFile, Photos } from '../../server/catalog/import/rows/feed-files.ts'

/** Limits of one photograph: file size in bytes, and pixels. */
export const mostOfPhoto = { bytes: 25 * 1024 * 1024, pixels: 60_000_000 }

/** The formats that photographs may have, as sharp names them; AVIF is a form of HEIF. */
const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif'])

/** Photographs that one process renders; the names of more would not fit into its arguments. */
const perProcess = 100

const program = fileURLToPath(new URL('./render-photos.ts', import.meta.url))

type Known = { file: string; width: number; height: number }

/**
 * Checks photographs and renders them into the picture folder. A picture's id is a hash of the file, so that the same
 * photograph is rendered once and its URL can be cached forever.
 */
export class PhotoFiles {
  readonly #pictures: string
  readonly #known = new Map<string, Known>()

  constructor(pictures: string) {
    this.#pictures = pictures
  }

  async check(file: string): Promise<CheckedFile> {
    const found = await readPhoto(file)
    if ('problem' in found) return found
    this.#known.set(found.id, found)
    return { id: found.id }
  }

  make: Photos['make'] = async (ids) => {
    const wanted = ids.flatMap((id) => {
      const photo = this.#known.get(id)
      return photo ? [{ id, ...photo }] : []
    })
    for (let at = 0; at < wanted.length; at += perProcess) {
      const files = wanted.slice(at, at + perProcess).map(({ id, file }) => ({ id, file }))
      await promisify(execFile)(process.execPath, [program, this.#pictures, JSON.stringify(files)])
    }
    return wanted.map(({ id, width, height }) => ({ id, width, height }))
  }
}

/** Checks a file's size, its format by its content, and whether all of it can be decoded. */
async function readPhoto(file: string): Promise<(CheckedFile & Known) | { problem: string }> {
  const { size } = await stat(file)
  if (size > mostOfPhoto.bytes) return { problem: `it has ${Math.ceil(size / 1024 / 1024)} MB, more than 25` }
  const content = await readFile(file)
  try {
    const image = sharp(content, { limitInputPixels: mostOfPhoto.pixels })
    const { format, compression, autoOrient } = await image.metadata()
    if (!formats.has(format) || (format === 'heif' && compression !== 'av1'))
      return { problem: 'it is no JPEG, PNG, WebP or AVIF' }
    await image.resize(8, 8, { fit: 'fill' }).raw().toBuffer()
    const id = `photo-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`
    return { id, file, width: autoOrient.width, height: autoOrient.height }
  } catch (error) {
    return { problem: isTooLarge(error) ? 'it has more than 60 megapixels' : 'it cannot be decoded' }
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && error.message.includes('pixel limit')
}
