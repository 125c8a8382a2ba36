import type { Language } from '../../../domain/places/locales.ts'
import { attributeOrder } from '../../catalog/attributes/attribute-queries.ts'
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

/** The place of an attribute in the order of filters and facts, from 1 on; undefined where there is none. */
export async function attributePlace(db: Queryable, id: string): Promise<number | undefined> {
  const at = (await attributeOrder(db)).indexOf(id)
  return at < 0 ? undefined : at + 1
}
