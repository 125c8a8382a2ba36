import type { DrawingKind } from '../drawings/drawing.ts'
import { words, type Words } from '../words.ts'

/** A category with its subcategories; ids are readable because parts refer to them. */
export type Branch = { id: string; name: Words; description: Words; kind: DrawingKind; children: readonly Branch[] }

/** Creates a branch of the category tree. */
export function branch(
  id: string,
  kind: DrawingKind,
  names: readonly [en: string, sv: string],
  descriptions: readonly [en: string, sv: string],
  children: readonly Branch[] = [],
): Branch {
  return { id, kind, name: words(...names), description: words(...descriptions), children }
}
