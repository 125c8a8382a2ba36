import { randomUUID } from 'node:crypto'
import { access, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { libraryWidths } from '../../domain/content/library-address.ts'
import type { Crop } from '../../domain/products/picture-crop.ts'
import { imageEdge } from '../../domain/products/products.ts'

/** A photograph as `id`, of which a part may be wanted. */
type Photo = { id: string; file: string; crop?: Crop }

/** Photographs with more pixels are decoded once for all sizes: an AVIF of 60 megapixels takes seconds each time. */
const maxDecodedAgain = 8_000_000
/** What such a photograph is reduced to first: twice the largest size that is made of it. */
const reduced = { width: 2 * libraryWidths[1], height: 4 * libraryWidths[1], fit: 'inside' } as const

type Size = { path: string; resized: (image: Sharp) => Sharp }

/** Renders a photograph in every image kind as AVIF and WebP: upright, whole, on white, without the camera's data. */
export async function renderPhoto(photo: Photo, folder: string): Promise<void> {
  const sizes = Object.entries(imageEdge).map(([kind, edge]) => ({
    path: join(folder, `${photo.id}-${kind}`),
    resized: (image: Sharp) => image.resize(edge, edge, { fit: 'contain', background: '#fff' }),
  }))
  await writeSizes(photo, sizes)
}

/** Renders a photograph for texts as well: at its own proportions, never larger than it is. */
export async function renderForTexts(photo: Photo, folder: string): Promise<void> {
  const sizes = libraryWidths.map((width) => ({
    path: join(folder, `${photo.id}-${width}`),
    resized: (image: Sharp) => image.resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true }),
  }))
  await writeSizes(photo, sizes)
}

/** Writes what is not there yet, under another name first, so that nobody is served half a picture. */
async function writeSizes(photo: Photo, sizes: readonly Size[]): Promise<void> {
  let opened: (() => Sharp) | undefined
  for (const { path, resized } of sizes)
    for (const format of ['avif', 'webp'] as const) {
      const target = `${path}.${format}`
      if (await exists(target)) continue
      opened ??= await openPhoto(photo)
      const draft = `${target}.${randomUUID()}.draft`
      try {
        const picture = resized(opened()).flatten({ background: '#fff' })
        await (format === 'avif' ? picture.avif({ quality: 56, effort: 2 }) : picture.webp({ quality: 78 })).toFile(
          draft,
        )
        await rename(draft, target)
      } finally {
        await rm(draft, { force: true })
      }
    }
}

/** Returns a function that begins with the upright photograph, or the part that is wanted of it. */
async function openPhoto({ file, crop }: Photo): Promise<() => Sharp> {
  const upright = () => partOf(sharp(file).autoOrient(), crop)
  const { width, height } = await sharp(file).metadata()
  if (width * height <= maxDecodedAgain) return upright
  const { data, info } = await upright()
    .resize({ ...reduced, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
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
