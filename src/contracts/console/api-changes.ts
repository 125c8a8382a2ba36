import type { AuditLine } from './staff.ts'

export const apiChangeKinds = ['stock', 'prices'] as const
export type ApiChangeKind = (typeof apiChangeKinds)[number]

/** A change that another system made, of one or many articles, or the undoing of one. */
export type ApiChangeLine = AuditLine & {
  /** How many articles it changed, and how many are still as it left them and can be taken back by this person. */
  articles: number
  standing: number
}

export type ApiChangesPage = {
  kind: ApiChangeKind
  /** The article that is looked for; empty for all. */
  sku: string
  lines: readonly ApiChangeLine[]
  /** The names of keys by which other systems can set the same at any time. */
  systems: readonly string[]
  mayChange: boolean
  /** The query of the next page. */
  older: string | null
}
