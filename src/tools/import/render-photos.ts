import { access, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { imageEdge } from '../../domain/products/products.ts'

const wanted = z.array(z.object({ id: z.string(), file: z.string() }))
const formats = ['avif', 'webp'] as const

/**
 * Renders photographs in every image kind as AVIF and WebP: upright, whole, on white, without the camera's data. Runs
 * as a separate process, so that the memory of the encoders is freed: `render-photos.ts FOLDER PHOTOS`.
 */
async function renderPhoto({ id, file }: { id: string; file: string }, folder: string): Promise<void> {
  for (const [kind, edge] of Object.entries(imageEdge)) {
    for (const format of formats) {
      const target = join(folder, `${id}-${kind}.${format}`)
      if (await exists(target)) continue
      const draft = `${target}.${process.pid}.draft`
      const square = sharp(file)
        .autoOrient()
        .resize(edge, edge, { fit: 'contain', background: '#fff' })
        .flatten({ background: '#fff' })
      await (format === 'avif' ? square.avif({ quality: 56, effort: 2 }) : square.webp({ quality: 78 })).toFile(draft)
      await rename(draft, target)
    }
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

const [folder = '', photos = '[]'] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
for (const photo of wanted.parse(JSON.parse(photos))) await renderPhoto(photo, folder)
