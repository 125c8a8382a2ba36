import type { Language } from '../../domain/places/locales.ts'
import { refuseImpossibleSlug, wordsOf } from '../catalog/arrange/category-words.ts'
import { changeCategory } from '../catalog/arrange/change-category.ts'
import { categoryRecord } from '../catalog/arrange/tree-queries.ts'
import { CatalogError } from '../catalog/catalog-error.ts'
import { pagesTag } from '../platform/db/statements/invalidation-queries.ts'
import { ContentError, type Editing } from './content-item.ts'

export type CategoryNaming = { id: string; language: Language; slug?: string | undefined; name?: string | undefined }

/**
 * Renames a category, or changes its slug, in one language. Its descendants' addresses change too, and every old
 * address redirects to the new one. Throws ContentError for an unknown category, an invalid slug, or a sibling's slug.
 */
export async function renameCategory(editing: Editing, { id, language, slug, name }: CategoryNaming): Promise<void> {
  try {
    if (slug !== undefined) refuseImpossibleSlug(slug)
    const record = await categoryRecord(editing.db, id)
    if (!record) throw new ContentError(`There is no category "${id}".`)
    const words = wordsOf(record)
    const own = words[language]
    const changed = { ...own, slug: slug ?? own.slug, name: name ?? own.name }
    await changeCategory(editing, id, { words: { ...words, [language]: changed } })
  } catch (error) {
    if (error instanceof CatalogError) throw new ContentError(error.message)
    throw error
  }
  editing.invalidate([pagesTag, 'layout'])
}
