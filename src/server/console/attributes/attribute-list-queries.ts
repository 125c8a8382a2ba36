import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'

/** All attributes in their order. */
export function attributeLines(db: Queryable, language: Language) {
  return db
    .selectFrom('attributes as a')
    .leftJoin('attribute_texts as t', (join) =>
      join.onRef('t.attribute_id', '=', 'a.id').on('t.language', '=', language),
    )
    .select(['a.id', 'a.unit', 'a.kind', 'a.facet', 't.name'])
    .orderBy('a.position')
    .orderBy('a.id')
    .execute()
}

/** Where an attribute is in the order; nothing for an unknown one. */
export async function attributePosition(db: Queryable, id: string): Promise<Record<string, number>> {
  const row = await db.selectFrom('attributes').select('position').where('id', '=', id).executeTakeFirst()
  return row ? { position: row.position } : {}
}
