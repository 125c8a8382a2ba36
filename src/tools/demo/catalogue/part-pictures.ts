import type { DrawingKind } from '../drawings/drawing.ts'
import { drawsFor } from '../random.ts'
import type { Part } from '../parts/part.ts'

export type PictureChoice = { kind: DrawingKind; variant: number }

/** Kinds that fill whole listings and therefore have more variants. */
const common: ReadonlySet<DrawingKind> = new Set([
  'laptop-battery',
  'charger',
  'screen-panel',
  'laptop-keyboard',
  'fan',
  'hinge',
  'motherboard',
  'flat-flex-cable',
  'screen-cable',
  'bezel',
  'palmrest',
  'bottom-cover',
  'ssd-m2',
  'sodimm',
  'memory-module',
  'generic-part',
  'screws',
  'phone-battery',
  'phone-screen',
  'trackpad',
  'printer-roller',
])

/** The second picture of a part: the device it belongs to, or what comes with it. */
const second: Partial<Record<DrawingKind, DrawingKind>> = {
  'laptop-battery': 'laptop',
  'laptop-keyboard': 'laptop',
  'screen-panel': 'laptop',
  hinge: 'screws',
  palmrest: 'laptop',
  'bottom-cover': 'screws',
  charger: 'power-cord',
  'touch-digitizer': 'tablet',
  'heatsink-fan': 'thermal-paste',
  'phone-battery': 'adhesive-strips',
  'dc-jack': 'laptop',
  fan: 'heatsink-fan',
}

/** The pictures of a part, the main one first; parts of the same kind differ by a hash of their key. */
export function picturesOf(each: Part): PictureChoice[] {
  const draws = drawsFor(`picture ${each.key}`)
  const drawn = draws.whole(0, variantsOf(each.kind) - 1)
  const beside = second[each.kind]
  const main = { kind: each.kind, variant: each.variant ?? drawn }
  return beside && draws.chance(0.5)
    ? [main, { kind: beside, variant: draws.whole(0, variantsOf(beside) - 1) }]
    : [main]
}

function variantsOf(kind: DrawingKind): number {
  return common.has(kind) ? 4 : 2
}
