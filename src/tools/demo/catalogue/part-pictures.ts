import type { DrawingKind } from '../drawings/drawing.ts'
import { views, type Drawn } from '../drawings/views.ts'
import { makerName } from '../makers.ts'
import type { Choice, Part } from '../parts/part.ts'
import { drawnPicture, type DrawnPicture } from '../pictures.ts'
import { drawsFor } from '../random.ts'
import type { Category } from './category-tree.ts'
import { looksOf } from './part-looks.ts'

/** Pictures of the parts of one catalogue, which are needed for its records and for its files. */
const drawnBefore = new WeakMap<Part, readonly DrawnPicture[]>()

type NumberedPart = { part: Part; sku: string }

/** The pictures of a part, the main one first: the part, its measures, its connector and its label. */
export function picturesOf(part: Part, sku: string): readonly DrawnPicture[] {
  return drawnBefore.getOrInsertComputed(part, () => views.map((view) => drawnPicture(view, drawnOf(part, sku))))
}

/** The main picture of a choice of a part, such as a keyboard in one layout. */
export function pictureOfChoice(part: Part, choice: Choice, sku: string): DrawnPicture {
  const drawn = drawnOf(part, sku)
  return drawnPicture('part', { ...drawn, facts: { ...drawn.facts, ...choice.facts } }, false)
}

function drawnOf(part: Part, number: string): Drawn {
  return {
    kind: part.kind,
    maker: makerName(part.maker),
    number,
    facts: looksOf(part),
    variant: drawsFor(`picture ${part.key}`).whole(0, 5),
  }
}

/** A kind of part without facts, maker and article number, for categories and the feeds of any shop. */
export function sampleOf(kind: DrawingKind, variant: number): DrawnPicture {
  return drawnPicture('part', { kind, maker: '', number: '', facts: {}, variant })
}

/** The picture of a category: its first part of the category's kind, else a sample of that kind. */
export function pictureOfCategory(
  { id, kind }: Pick<Category, 'id' | 'kind'>,
  parts: readonly NumberedPart[],
): DrawnPicture {
  const found = parts.find(({ part }) => part.kind === kind && part.categories.includes(id))
  return found ? drawnPicture('part', drawnOf(found.part, found.sku)) : sampleOf(kind, 0)
}
