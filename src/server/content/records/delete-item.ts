import { languages } from '../../../domain/places/locales.ts'
import { href, matchScreen } from '../../../routes.ts'
import { insertInvalidations } from '../../catalog/change-queries.ts'
import { redirect } from '../../catalog/maintenance/write-queries.ts'
import { ContentError, contentTag, type ContentItem, type Editing, type ItemRow } from '../content-item.ts'
import { isInFooter } from '../footer.ts'
import { inTransaction } from '../in-transaction.ts'
import { readItem, storeBefore } from '../items.ts'
import { storeVersion } from '../store-version.ts'
import { deleteRows } from '../version-queries.ts'

type Deleted = Pick<ContentItem, 'id'> & { kind: 'page' | 'guide' }

/**
 * Deletes a page or guide in every language; its addresses lead to `target`, a path of the shop, or nowhere. Its
 * versions stay, so that an item of the same id can have its text again.
 */
export async function deleteItem(editing: Editing, { kind, id }: Deleted, target: string): Promise<void> {
  if (target !== '' && !matchScreen(target))
    throw new ContentError(`"${target}" is no path of the shop.`, 'address_invalid', target)
  const tags = [contentTag({ kind, id })]
  if (kind === 'page' && (await isInFooter(editing.db, id))) tags.push('layout')
  await inTransaction(editing.db, async (trx) => {
    const read = await Promise.all(languages.map((language) => readItem(trx, { kind, id, language })))
    const rows = read.filter((row) => row !== undefined)
    if (rows.length === 0) throw new ContentError(`There is no ${kind} "${id}".`)
    for (const row of rows) await storeBefore(trx, row)
    for (const row of rows) await storeVersion(trx, editing, row, 'deleted')
    await deleteRows(trx, { kind, id })
    const paths = rows.map((row) => pathOf(kind, row))
    for (const path of paths) if (target !== '' && path !== target) await redirect(trx, path, target)
    await insertInvalidations(trx, tags, editing.now().toISOString())
  })
  editing.invalidate(tags)
}

/** The path of a page or guide in the language of its row. */
export function pathOf(kind: 'page' | 'guide', { language, slug }: Pick<ItemRow, 'language' | 'slug'>): string {
  return href(language, kind, { slug })
}
