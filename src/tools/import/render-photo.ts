import { randomUUID } from 'node:crypto'
import { access, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { libraryWidths } from '../../domain/content/library-address.ts'
import type { Crop } from '../../domain/products/picture-crop.ts'
import { imageEdge } from '../../domain/products/products.ts'

/** A photograph as `id`, of which a part may be wanted. */
type Photo = { id: string; file: string; crop?: Crop }

/** Renders a photograph in every image kind as AVIF and WebP: upright, whole, on white, without the camera's data. */
export async function renderPhoto(photo: Photo, folder: string): Promise<void> {
  for (const [kind, edge] of Object.entries(imageEdge)) {
    const square = (image: Sharp) => image.resize(edge, edge, { fit: 'contain', background: '#fff' })
    await writeBoth(photo, join(folder, `${photo.id}-${kind}`), square)
  }
}

/** Renders a photograph for texts as well: at its own proportions, never larger than it is. */
export async function renderForTexts(photo: Photo, folder: string): Promise<void> {
  for (const width of libraryWidths) {
    const fitting = (image: Sharp) =>
      image.resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
    await writeBoth(photo, join(folder, `${photo.id}-${width}`), fitting)
  }
}

/** Writes what is not there yet, under another name first, so that nobody is served half a picture. */
async function writeBoth({ file, crop }: Photo, path: string, resized: (image: Sharp) => Sharp): Promise<void> {
  for (const format of ['avif', 'webp'] as const) {
    const target = `${path}.${format}`
    if (await exists(target)) continue
    const draft = `${target}.${randomUUID()}.draft`
    try {
      const picture = resized(partOf(sharp(file).autoOrient(), crop)).flatten({ background: '#fff' })
      await (format === 'avif' ? picture.avif({ quality: 56, effort: 2 }) : picture.webp({ quality: 78 })).toFile(draft)
      await rename(draft, target)
    } finally {
      await rm(draft, { force: true })
    }
  }
}

function partOf(upright: Sharp, crop: Crop | undefined): Sharp {
  return crop ? upright.extract({ left: crop.x, top: crop.y, width: crop.width, height: crop.height }) : upright
}

export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
