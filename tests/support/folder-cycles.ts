import type { SourceFile } from './source-files.ts'

type Edges = Map<string, Set<string>>

/**
 * Finds folders of the same parent that import each other, directly or through others. Only the parts within one parent
 * are compared, so `a/b/x.ts -> c/y.ts` is an edge from `a` to `c`, and none of `a/b`.
 *
 * @returns the cycle as paths, the first again at the end, or undefined.
 */
export function findFolderCycle(sources: Pick<SourceFile, 'file' | 'imports'>[]): string[] | undefined {
  const levels = new Map<string, Edges>()
  for (const { file, imports } of sources) for (const { target } of imports) addEdge(levels, file, target)
  for (const edges of levels.values()) {
    const cycle = cycleIn(edges)
    if (cycle) return cycle
  }
  return undefined
}

function addEdge(levels: Map<string, Edges>, file: string, target: string): void {
  const [from, to] = [file.split('/'), target.split('/')]
  let depth = 0
  while (depth < from.length && from[depth] === to[depth]) depth += 1
  if (depth === 0 || depth >= from.length || depth >= to.length) return
  const parent = from.slice(0, depth).join('/')
  const edges = levels.get(parent) ?? new Map<string, Set<string>>()
  levels.set(parent, edges)
  const own = from.slice(0, depth + 1).join('/')
  edges.set(own, (edges.get(own) ?? new Set()).add(to.slice(0, depth + 1).join('/')))
}

function cycleIn(edges: Edges): string[] | undefined {
  const done = new Set<string>()
  const visit = (node: string, trail: string[]): string[] | undefined => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node]
    if (done.has(node)) return undefined
    for (const next of edges.get(node) ?? []) {
      const cycle = visit(next, [...trail, node])
      if (cycle) return cycle
    }
    done.add(node)
    return undefined
  }
  for (const node of edges.keys()) {
    const cycle = visit(node, [])
    if (cycle) return cycle
  }
  return undefined
}
