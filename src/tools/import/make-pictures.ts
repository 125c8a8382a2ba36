import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Drawings } from '../../server/catalog/import/drawings.ts'
import { drawingKinds, type DrawingKind } from '../demo/drawings/drawing.ts'
import { pictureId, renderPicture } from '../demo/pictures.ts'

/** The demo shop's drawings, rendered into the shop's picture folder when an import first needs them. */
export function demoDrawings(dataFolder: string): Drawings {
  const folder = join(dataFolder, 'pictures')
  return {
    idOf: ({ kind, variant }) => (isDrawn(kind) ? pictureId(kind, variant) : undefined),
    make: async (drawings) => {
      await mkdir(folder, { recursive: true })
      const made = []
      for (const { kind, variant } of drawings) if (isDrawn(kind)) made.push(await renderPicture(kind, variant, folder))
      return made
    },
  }
}

function isDrawn(kind: string): kind is DrawingKind {
  return drawingKinds.some((known) => known === kind)
}
