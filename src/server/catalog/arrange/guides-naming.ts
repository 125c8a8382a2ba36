import type { GuideText } from '../../../domain/products/guides.ts'
import { guideJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { guidesWith, moveGuideTargets, updateGuideTexts } from './guide-queries.ts'

/** Makes guides, their drafts included, name another category. */
export async function guidesNaming(trx: DatabaseTransaction, from: string, into: string, now: Date): Promise<void> {
  for (const { id, language, draft, published } of await guidesWith(trx, from)) {
    await updateGuideTexts(
      trx,
      { id, language },
      {
        draft: draft === null ? null : renameInGuide(draft, from, into),
        published: published === null ? null : renameInGuide(published, from, into),
        updated_at: now.toISOString(),
      },
    )
  }
  await moveGuideTargets(trx, from, into)
}

function renameInGuide(json: string, from: string, into: string): string {
  const guide = guideJson.read(json)
  const { appliesTo, parts } = guide
  const changed: GuideText = {
    ...guide,
    appliesTo: appliesTo.category === from ? { ...appliesTo, category: into } : appliesTo,
    parts: parts.category === from ? { ...parts, category: into } : parts,
  }
  return guideJson.write(changed)
}
