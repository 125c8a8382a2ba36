import path from 'node:path'
import type { Language } from '../../src/domain/places/locales.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import type { Queryable } from '../../src/server/platform/db/tables.ts'

/** The slug of an out-of-stock part that can be alerted for. */
export async function slugOfMissingPart(dataFolder: string, language: Language): Promise<string> {
  return slugOf(dataFolder, language, (parts) => parts.where('p.notifyable', '=', 1).where('s.on_hand', '=', 0))
}

/** The slug of an in-stock part that can be subscribed to. */
export async function slugOfSubscribable(dataFolder: string, language: Language): Promise<string> {
  return slugOf(dataFolder, language, (parts) =>
    parts
      .where('s.on_hand', '>', 9)
      .where('p.id', 'in', (from) =>
        from.selectFrom('subscription_intervals').select('product_id').where('days', '=', 30),
      ),
  )
}

async function slugOf(
  dataFolder: string,
  language: Language,
  choose: (parts: ReturnType<typeof partsIn>) => ReturnType<typeof partsIn>,
): Promise<string> {
  const { db } = connect({ sqliteFile: path.join(dataFolder, 'shop.db') })
  const { slug } = await choose(partsIn(db, language)).orderBy('p.sku').executeTakeFirstOrThrow()
  await db.destroy()
  return slug
}

function partsIn(db: Queryable, language: Language) {
  return db
    .selectFrom('products as p')
    .innerJoin('stock as s', 's.product_id', 'p.id')
    .innerJoin('product_texts as t', 't.product_id', 'p.id')
    .select('t.slug')
    .where('t.language', '=', language)
    .where('p.type', '=', 1)
    .where('p.parent_id', 'is', null)
}
