import type { Figure } from './figure.ts'
import type { Hammer } from './load/hammer.ts'
import type { Workspace } from './workspace.ts'

/** What every part may use. */
export type Bench = {
  workspace: Workspace
  hammer: Hammer
  /** Arguments for the Node that runs the shop: --cpu-prof when the bench was asked for profiles. */
  nodeArgs: readonly string[]
  /** Folder of feed files, from --feed. */
  feed: string | undefined
  /** Rows to generate, from --products. */
  products: number
}

/** Something that `npm run bench -- NAME` can measure by itself. */
export type Part = { name: string; about: string; run(bench: Bench): Promise<Figure[]> }
