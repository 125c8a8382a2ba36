import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import type { CheckedPhoto, Photos } from '../../server/catalog/import/rows/photos.ts'

/** Limits of one photograph: file size in bytes, and pixels. */
const most = { bytes: 25 * 1024 * 1024, pixels: 60_000_000 }

/** The formats that photographs may have, as sharp names them; AVIF is a form of HEIF. */
const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif'])

/** Photographs that one process renders; the names of more would not fit into its arguments. */
const perProcess = 100

const program = fileURLToPath(new URL('./render-photos.ts', import.meta.url))

type Known = { file: string; width: number; height: number }

/**
 * Reads photographs from a folder and renders them into the picture folder. A picture's id is a hash of the file, so
 * that the same photograph is rendered once and its URL can be cached forever.
 */
export function photoFolder(folder: string, pictures: string): Photos {
  const known = new Map<string, Known>()
  return {
    check: async (name) => {
      const file = await fileWithin(folder, name)
      if (file === undefined) return { problem: 'there is no such file in the folder' }
      const found = await readPhoto(file)
      if ('problem' in found) return found
      known.set(found.id, found)
      return { id: found.id }
    },
    make: async (ids) => {
      const wanted = ids.flatMap((id) => {
        const photo = known.get(id)
        return photo ? [{ id, ...photo }] : []
      })
      for (let at = 0; at < wanted.length; at += perProcess) {
        const files = wanted.slice(at, at + perProcess).map(({ id, file }) => ({ id, file }))
        await promisify(execFile)(process.execPath, [program, pictures, JSON.stringify(files)])
      }
      return wanted.map(({ id, width, height }) => ({ id, width, height }))
    },
  }
}

/** The real path of a file in the folder; undefined for a path or a link that leads out of it. */
async function fileWithin(folder: string, name: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder)
    const file = await realpath(resolve(root, name))
    return file.startsWith(root + sep) && (await stat(file)).isFile() ? file : undefined
  } catch {
    return undefined
  }
}

/** Checks a file's size, its format by its content, and whether all of it can be decoded. */
async function readPhoto(file: string): Promise<(CheckedPhoto & Known) | { problem: string }> {
  const { size } = await stat(file)
  if (size > most.bytes) return { problem: `it has ${Math.ceil(size / 1024 / 1024)} MB, more than 25` }
  const content = await readFile(file)
  try {
    const image = sharp(content, { limitInputPixels: most.pixels })
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
