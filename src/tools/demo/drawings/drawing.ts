import { bench } from './bench.ts'
import { boards } from './boards.ts'
import { cables } from './cables.ts'
import { cooling } from './cooling.ts'
import { displays } from './displays.ts'
import { hardware } from './hardware.ts'
import { input } from './input.ts'
import { memory } from './memory.ts'
import { power } from './power.ts'
import { printing } from './printing.ts'
import { storage } from './storage.ts'
import type { Draw } from './subject.ts'

export const drawings = {
  ...power,
  ...displays,
  ...input,
  ...cooling,
  ...storage,
  ...boards,
  ...memory,
  ...cables,
  ...hardware,
  ...printing,
  ...bench,
} satisfies Record<string, Draw>

export type DrawingKind = keyof typeof drawings

export const drawingKinds = Object.keys(drawings) as readonly DrawingKind[]
