import { z } from 'zod'
import { sampleOf } from '../demo/catalogue/part-pictures.ts'
import { drawingKinds } from '../demo/drawings/drawing.ts'
import { writePictures } from '../demo/pictures.ts'

const wanted = z.array(z.object({ kind: z.enum(drawingKinds), variant: z.number() }))

/**
 * Runs as a separate process, so that the memory of the picture encoders is freed: `draw-pictures.ts FOLDER DRAWINGS`.
 */
const [folder = '', drawings = '[]'] = process.argv.slice(2)
const samples = wanted.parse(JSON.parse(drawings)).map(({ kind, variant }) => sampleOf(kind, variant))
await writePictures(samples, folder, () => {})
