import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import sharp from 'sharp'

/** Limits of one photograph: file size in bytes, and pixels. An AVIF of 60 megapixels takes 1.2 GB to decode. */
export const photoLimits = { bytes: 25 * 1024 * 1024, pixels: 60_000_000, avifPixels: 30_000_000 }

/** The formats that photographs may have, as sharp names them; AVIF is a form of HEIF. */
const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif'])

/** Why a file is no photograph that the shop can show. */
export type PhotoProblem = 'too_large' | 'kind' | 'pixels' | 'broken'
/** A photograph: its id is a hash of the file; its size in pixels is that of the upright picture. */
export type CheckedPhoto = { id: string; format: 'jpeg' | 'png' | 'webp' | 'avif'; width: number; height: number }

/** Checks a file's size, its format by its content, and whether all of it can be decoded. */
export async function checkPhoto(file: string): Promise<CheckedPhoto | { problem: PhotoProblem }> {
  const { size } = await stat(file)
  if (size > photoLimits.bytes) return { problem: 'too_large' }
  const content = await readFile(file)
  try {
    const image = sharp(content, { limitInputPixels: photoLimits.pixels })
    const { format, compression, autoOrient, width, height } = await image.metadata()
    if (!formats.has(format) || (format === 'heif' && compression !== 'av1')) return { problem: 'kind' }
    if (format === 'heif' && width * height > photoLimits.avifPixels) return { problem: 'pixels' }
    await image.resize(8, 8, { fit: 'fill' }).raw().toBuffer()
    const id = `photo-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`
    const known = format === 'heif' ? 'avif' : (format as CheckedPhoto['format'])
    return { id, format: known, width: autoOrient.width, height: autoOrient.height }
  } catch (error) {
    return { problem: isTooLarge(error) ? 'pixels' : 'broken' }
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && error.message.includes('pixel limit')
}
