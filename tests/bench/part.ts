import type { Figure } from './figure.ts'
import type { Hammer } from './load/hammer.ts'
import type { Workspace } from './workspace.ts'

/** What every part of the bench can use. */
export type Bench = {
  workspace: Workspace
  hammer: Hammer
  /** Arguments for the Node that runs the shop: --cpu-prof when profiles are requested. */
  nodeArgs: readonly string[]
  /** Folder of feed files (--feed). */
  feed: string | undefined
  /** Rows to generate (--products). */
  products: number
  /** Whether --products was given. */
  isGiven: boolean
  /** The only database to measure (--engine); both without it. */
  engine: 'sqlite' | 'postgres' | undefined
  /** Whether what a part makes stays for its next run (--keep). */
  keep: boolean
  /** Queries to list with what they found (--worst). */
  worst: number
}

/** A part that `npm run bench -- NAME` can run separately. */
export type Part = { name: string; about: string; run(bench: Bench): Promise<Figure[]> }
