import type { GuideText } from '../../../domain/products/guides.ts'
import { seriesTarget } from '../../catalog/guides/guide-queries.ts'
import { guideJson } from '../../platform/db/json-columns.ts'
import type { Database, Row } from '../../platform/db/tables.ts'
import { replaceTargets } from './guide-edit-queries.ts'

type Target = Pick<Row<'guide_targets'>, 'kind' | 'target'>

/** Stores what the published version of a guide applies to, for products and devices to find it. */
export async function writeGuideTargets(
  db: Database,
  row: Pick<Row<'guides'>, 'id' | 'language' | 'published'>,
): Promise<void> {
  await replaceTargets(db, row, row.published === null ? [] : targetsOf(guideJson.read(row.published)))
}

/** Lists what a guide applies to; the parts to buy by number are among it. */
export function targetsOf({ appliesTo, parts }: GuideText): Target[] {
  const { category, devices, series } = appliesTo
  const named = (kind: Target['kind'], targets: readonly string[]): Target[] =>
    [...new Set(targets)].map((target) => ({ kind, target }))
  return [
    ...named('category', category === undefined ? [] : [category]),
    ...named('device', devices),
    ...named('series', series.map(seriesTarget)),
    ...named('part', [...appliesTo.parts, ...parts.numbers]),
  ]
}
