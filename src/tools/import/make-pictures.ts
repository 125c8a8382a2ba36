import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Drawing, Drawings } from '../../server/catalog/import/rows/drawings.ts'
import { projectFile } from '../../server/platform/project-file.ts'
import { sampleOf } from '../demo/catalogue/part-pictures.ts'
import { drawingKinds, type DrawingKind } from '../demo/drawings/drawing.ts'
import { pictureEdge } from '../demo/pictures.ts'

const program = projectFile('src/tools/import/draw-pictures.ts')

/** Renders the demo shop's drawings into the picture folder when an import first needs them. */
export function demoDrawings(dataFolder: string): Drawings {
  return {
    idOf: (drawing) => (isDrawn(drawing) ? sampleOf(drawing.kind, drawing.variant).id : undefined),
    make: async (drawings) => {
      const wanted = drawings.filter(isDrawn)
      if (wanted.length > 0)
        await promisify(execFile)(process.execPath, [program, join(dataFolder, 'pictures'), JSON.stringify(wanted)])
      return wanted.map(({ kind, variant }) => ({
        id: sampleOf(kind, variant).id,
        width: pictureEdge,
        height: pictureEdge,
      }))
    },
  }
}

function isDrawn(drawing: Drawing): drawing is Drawing & { kind: DrawingKind } {
  return drawingKinds.some((known) => known === drawing.kind)
}
