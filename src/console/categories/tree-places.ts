/** A category as a line of the tree: how far in it is, 0 at the top. */
export type TreeLine = { readonly id: string; readonly depth: number }

/** Where a category can be dropped: before the line at `at` of the others, `depth` levels in. */
export type TreePlace = { readonly at: number; readonly depth: number }

/** The number of lines of a category with everything below it. */
export function sizeOf(lines: readonly TreeLine[], id: string): number {
  const at = lines.findIndex((line) => line.id === id)
  const own = lines[at]
  if (!own) return 0
  const next = lines.findIndex((line, other) => other > at && line.depth <= own.depth)
  return (next === -1 ? lines.length : next) - at
}

/** The lines without a category and everything below it. */
export function othersOf(lines: readonly TreeLine[], id: string): TreeLine[] {
  return lines.toSpliced(
    lines.findIndex((line) => line.id === id),
    sizeOf(lines, id),
  )
}

/** Where a category is now. */
export function placeOf(lines: readonly TreeLine[], id: string): TreePlace {
  const at = lines.findIndex((line) => line.id === id)
  return { at, depth: lines[at]?.depth ?? 0 }
}

/**
 * The place nearest to a wanted one: a category is at most one level below the line before it, and takes nothing along
 * that was not below it.
 */
export function possiblePlace(others: readonly TreeLine[], { at, depth }: TreePlace): TreePlace {
  const within = Math.max(0, Math.min(others.length, at))
  const [before, next] = [others[within - 1], others[within]]
  const deepest = before ? before.depth + 1 : 0
  const min = Math.min(next?.depth ?? 0, deepest)
  return { at: within, depth: Math.max(min, Math.min(deepest, depth)) }
}

/** Below which category a place is, and after which one there; '' for the top and for the first place. */
export function neighboursOf(others: readonly TreeLine[], { at, depth }: TreePlace): { parent: string; after: string } {
  const before = others.slice(0, at).toReversed()
  const parent = before.find((line) => line.depth < depth)
  const after = before.slice(0, parent ? before.indexOf(parent) : undefined).find((line) => line.depth === depth)
  return { parent: parent?.id ?? '', after: after?.id ?? '' }
}
