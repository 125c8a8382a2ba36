import type { DrawingKind } from '../drawings/drawing.ts'
import { words, type Words } from '../words.ts'

/** A category with all below it; ids are readable, because parts name them. */
export type Branch = { id: string; name: Words; description: Words; kind: DrawingKind; children: readonly Branch[] }

/** A branch of the category tree in one call: names first, then what stands above its listing. */
export function branch(
  id: string,
  kind: DrawingKind,
  names: readonly [en: string, sv: string],
  descriptions: readonly [en: string, sv: string],
  children: readonly Branch[] = [],
): Branch {
  return { id, kind, name: words(...names), description: words(...descriptions), children }
}
