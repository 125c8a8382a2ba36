import { sql } from 'kysely'
import type { DatabaseTransaction, Row } from '../../platform/db/tables.ts'

/** Reads the guides whose draft or published text may name a category. */
export async function guidesWith(trx: DatabaseTransaction, categoryId: string) {
  const rows = await trx.selectFrom('guides').select(['id', 'language', 'draft', 'published']).execute()
  const text = JSON.stringify(categoryId)
  return rows.filter(({ draft, published }) => draft?.includes(text) === true || published?.includes(text) === true)
}

export async function updateGuideTexts(
  trx: DatabaseTransaction,
  { id, language }: Pick<Row<'guides'>, 'id' | 'language'>,
  texts: Pick<Row<'guides'>, 'draft' | 'published' | 'updated_at'>,
): Promise<void> {
  await trx.updateTable('guides').set(texts).where('id', '=', id).where('language', '=', language).execute()
}

/** Makes published guides apply to another category. */
export async function moveGuideTargets(trx: DatabaseTransaction, from: string, into: string): Promise<void> {
  await sql`insert into guide_targets (kind, target, language, guide_id)
    select kind, ${into}, language, guide_id from guide_targets where kind = 'category' and target = ${from}
    on conflict do nothing`.execute(trx)
  await trx.deleteFrom('guide_targets').where('kind', '=', 'category').where('target', '=', from).execute()
}

/** Whether a guide applies to a category. */
export async function isGuided(trx: DatabaseTransaction, categoryId: string): Promise<boolean> {
  return (await guidesWith(trx, categoryId)).length > 0
}
