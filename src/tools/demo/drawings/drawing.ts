import { bench } from './bench.ts'
import { boards } from './boards.ts'
import { cables } from './cables.ts'
import { cooling } from './cooling.ts'
import { displays } from './displays.ts'
import { hardware } from './hardware.ts'
import { input } from './input.ts'
import { power } from './power.ts'
import { storage } from './storage.ts'
import { sheet } from './strokes.ts'

const drawings = {
  ...power,
  ...displays,
  ...input,
  ...cooling,
  ...storage,
  ...boards,
  ...cables,
  ...hardware,
  ...bench,
}

export type DrawingKind = keyof typeof drawings

export const drawingKinds = Object.keys(drawings) as readonly DrawingKind[]

/**
 * Draws a kind of part as SVG text, 480 units square, in front view; the same variant (0 to 5) always gives the same
 * text.
 */
export function drawing(kind: DrawingKind, variant: number): string {
  return sheet(drawings[kind](variant))
}
