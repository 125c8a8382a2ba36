import { renderPictures } from '../demo/pictures.ts'
import type { DrawingKind } from '../demo/drawings/drawing.ts'

/**
 * Runs as a process of its own, so that the memory of the picture encoders goes with it: `draw-pictures.ts FOLDER
 * DRAWINGS`.
 */
const [folder = '', drawings = '[]'] = process.argv.slice(2)
await renderPictures(JSON.parse(drawings) as { kind: DrawingKind; variant: number }[], folder, () => {})
