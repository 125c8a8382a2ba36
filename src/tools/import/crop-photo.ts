import { createHash } from 'node:crypto'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Crop, PictureSize } from '../../domain/products/picture-crop.ts'
import { imageEdge, imageKind } from '../../domain/products/products.ts'
import { exists, renderForTexts, renderPhoto } from './render-photo.ts'

/** A picture whose part is wanted: its id and the size of its upright original in pixels. */
type Wanted = { id: string; size: PictureSize; crop: Crop; isForTexts: boolean }
type Cropped = PictureSize & { id: string }

/**
 * Renders a part of a picture as a picture of its own, from its original, or from its largest rendering where no
 * original is kept, as of pictures that an import brought. The id follows from what it is made of.
 */
export async function cropPhoto({ id, size, crop, isForTexts }: Wanted, data: string): Promise<Cropped | undefined> {
  const pictures = join(data, 'pictures')
  const original = join(data, 'originals', id)
  const rendering = join(pictures, `${id}-${imageKind.zoom}.webp`)
  const isKept = await exists(original)
  if (!isKept && !(await exists(rendering))) return undefined
  const part = isKept ? crop : scaleCrop(crop, size)
  const made = `${id} ${JSON.stringify([crop.x, crop.y, crop.width, crop.height])} ${isKept ? 'original' : 'rendering'}`
  const cropped = `photo-${createHash('sha256').update(made).digest('hex').slice(0, 16)}`
  const photo = { id: cropped, file: isKept ? original : rendering, crop: part }
  if (isKept && !(await hasSize(original, size))) return undefined
  await renderPhoto(photo, pictures)
  if (isForTexts) await renderForTexts(photo, pictures)
  return { id: cropped, width: crop.width, height: crop.height }
}

async function hasSize(file: string, { width, height }: PictureSize): Promise<boolean> {
  const { autoOrient } = await sharp(file).metadata()
  return autoOrient.width === width && autoOrient.height === height
}

/** The same part in the largest rendering, a square in whose middle the whole picture is. */
function scaleCrop(crop: Crop, size: PictureSize): Crop {
  const edge = imageEdge[imageKind.zoom] ?? 0
  const scale = edge / Math.max(size.width, size.height)
  const [left, top] = [(edge - size.width * scale) / 2, (edge - size.height * scale) / 2]
  const [x, y] = [Math.floor(left + crop.x * scale), Math.floor(top + crop.y * scale)]
  const width = Math.min(Math.max(1, Math.round(crop.width * scale)), edge - x)
  return { x, y, width, height: Math.min(Math.max(1, Math.round(crop.height * scale)), edge - y) }
}
