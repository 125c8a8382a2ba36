import { namesOf } from '../../catalog/changes/goods-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'

/** The names of products by their ids, in the reader's language. */
export async function productNames(
  { shop, session }: ConsoleContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await namesOf(shop.db, ids)
  return new Map(
    rows.flatMap(({ product_id: id, language, name }) => (language === session.staff.language ? [[id, name]] : [])),
  )
}
