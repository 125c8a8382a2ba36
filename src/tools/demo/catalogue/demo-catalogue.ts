import type { ProductRecord } from '../../../server/catalog/maintenance/product-record.ts'
import { kits } from '../families/kits.ts'
import type { Part } from '../parts/part.ts'
import { allParts } from './all-parts.ts'
import { numbered, recordsOf, type Numbered } from './records.ts'
import { relationsOf } from './relations.ts'

export type DemoSize = 'full' | 'small'
export type DemoCatalogue = { parts: readonly Numbered[]; records: readonly ProductRecord[] }

/** Parts per family in the small catalogue of tests. */
const fewOfFamily = 3

/** The demo shop's products; identical in every call except for the dates of incoming stock, which count from `now`. */
export function demoCatalogue(size: DemoSize, now: Date): DemoCatalogue {
  const singles = numbered(allParts())
  const chosen = size === 'full' ? singles : fewOfEach(singles)
  const sets = kits(chosen.map(({ part }) => part))
  const parts = [...chosen, ...numbered(sets)]
  const relations = relationsOf(parts.map(({ part }) => part))
  return { parts, records: parts.flatMap((each) => recordsOf(each, { relations, now })) }
}

/** The first parts of every family and their companion articles, plus everything the sets for one laptop need. */
function fewOfEach(all: readonly Numbered[]): Numbered[] {
  const kept = new Set(
    [...Map.groupBy(all, ({ part }) => part.family).values()].flatMap((family) => family.slice(0, fewOfFamily)),
  )
  return all.filter((each) => kept.has(each) || isUsedBySets(each.part))
}

function isUsedBySets(part: Part): boolean {
  return (
    ['tools', 'consumables'].includes(part.family) ||
    part.key.startsWith('paste 8.5') ||
    /^(battery|screen|screen cable|fan) nordbok-pro-13-/.test(part.key)
  )
}
