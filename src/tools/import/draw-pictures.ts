import { z } from 'zod'
import { drawingKinds } from '../demo/drawings/drawing.ts'
import { renderPictures } from '../demo/pictures.ts'

const wanted = z.array(z.object({ kind: z.enum(drawingKinds), variant: z.number() }))

/**
 * Runs as a separate process, so that the memory of the picture encoders is freed: `draw-pictures.ts FOLDER DRAWINGS`.
 */
const [folder = '', drawings = '[]'] = process.argv.slice(2)
await renderPictures(wanted.parse(JSON.parse(drawings)), folder, () => {})
