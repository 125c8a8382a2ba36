import { z } from 'zod'
import { wholeTag, type WholeTag } from '../../catalog/tags/edit-tag.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'

/** What the audit log has of a tag: everything that restores it, a field each. */
const logged = z.object({
  name_en: z.string(),
  name_sv: z.string(),
  slug_en: z.string(),
  slug_sv: z.string(),
  description_en: z.string(),
  description_sv: z.string(),
  position: z.number(),
  products: z.array(z.string()),
})

export function tagLog(id: string) {
  return async (trx: DatabaseTransaction) => {
    const tag = await wholeTag(trx, id)
    return tag ? fieldsOf(tag) : {}
  }
}

function fieldsOf({ texts: { en, sv }, position, products }: WholeTag): z.output<typeof logged> {
  return {
    name_en: en.name,
    name_sv: sv.name,
    slug_en: en.slug,
    slug_sv: sv.slug,
    description_en: en.description,
    description_sv: sv.description,
    position,
    products: [...products],
  }
}

/** A tag as an entry of the log has it; undefined where the entry does not have all of it. */
export function tagIn(fields: Readonly<Record<string, unknown>>): WholeTag | undefined {
  const read = logged.safeParse(fields)
  if (!read.success) return undefined
  const { position, products, ...texts } = read.data
  return {
    texts: {
      en: { name: texts.name_en, slug: texts.slug_en, description: texts.description_en },
      sv: { name: texts.name_sv, slug: texts.slug_sv, description: texts.description_sv },
    },
    position,
    products,
  }
}
