import { mkdir } from 'node:fs/promises'
import { z } from 'zod'
import { renderPhoto } from './render-photo.ts'

/**
 * Renders photographs as a separate process, so that the memory of the encoders is freed: `render-photos.ts FOLDER
 * PHOTOS`.
 */
const wanted = z.array(z.object({ id: z.string(), file: z.string() }))

const [folder = '', photos = '[]'] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
for (const photo of wanted.parse(JSON.parse(photos))) await renderPhoto(photo, folder)
