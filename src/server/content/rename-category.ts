import { slugify } from '../../domain/products/slugs.ts'
import type { Language } from '../../domain/places/locales.ts'
import { ContentError, type Editing } from './content-item.ts'
import type { Database } from '../platform/db/tables.ts'
import { categoryHref } from '../catalog/categories/categories.ts'
import { categoriesBelow, categoryText, updateCategoryText } from '../catalog/categories/category-text-queries.ts'
import { insertInvalidations } from '../catalog/change-queries.ts'
import { redirect } from '../catalog/maintenance/write-queries.ts'

export type CategoryNaming = { id: string; language: Language; slug?: string | undefined; name?: string | undefined }

/**
 * Renames a category, or changes its slug, in one language. Its descendants' addresses change too, and every old
 * address redirects to the new one. Throws ContentError for an unknown category, an invalid slug, or a sibling's slug.
 */
export async function renameCategory(editing: Editing, { id, language, slug, name }: CategoryNaming): Promise<void> {
  if (slug !== undefined) refuseImpossibleSlug(slug)
  const at = editing.now().toISOString()
  await editing.db.transaction().execute(async (trx) => {
    const before = await categoryText(trx, id, language)
    if (!before) throw new ContentError(`There is no category "${id}".`)
    const path = before.path.replace(/[^/]+$/, slug ?? before.slug)
    if (path !== before.path) await move(trx, language, before.path, path)
    await updateCategoryText(trx, { ...before, path, slug: slug ?? before.slug, name: name ?? before.name })
    await insertInvalidations(trx, ['catalog', 'layout'], at)
  })
  editing.invalidate(['catalog', 'layout'])
}

async function move(db: Database, language: Language, from: string, to: string): Promise<void> {
  const below = await categoriesBelow(db, language, from)
  if ((await categoriesBelow(db, language, to)).length > 0)
    throw new ContentError(`The address ${categoryHref(language, to)} is taken by another category.`)
  for (const text of below) {
    const path = to + text.path.slice(from.length)
    await updateCategoryText(db, { ...text, path })
    await redirect(db, categoryHref(language, text.path), categoryHref(language, path))
  }
}

function refuseImpossibleSlug(slug: string): void {
  if (slug !== '' && slugify(slug) === slug) return
  throw new ContentError(`"${slug}" cannot be an address: use lower-case letters a to z, digits and hyphens.`)
}
