import { languages } from '../../../domain/places/locales.ts'
import { href } from '../../../routes.ts'
import { CatalogError } from '../catalog-error.ts'
import { categoryHref } from '../categories/categories.ts'
import { insertInvalidations } from '../change-queries.ts'
import { redirect } from '../maintenance/write-queries.ts'
import { isGuided } from './guide-queries.ts'
import { lockTree } from './lock-tree.ts'
import { knownIn, type Arranging } from './make-category.ts'
import { deleteCategory, hasUnlisted, productsListed, readTree } from './tree-queries.ts'

/**
 * Deletes a category without products, drafts included, and without categories below it. Its addresses redirect to the
 * category above, or to the home page. Throws CatalogError where it is not empty or a guide names it.
 */
export async function removeCategory({ db, now }: Arranging, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockTree(trx)
    const tree = await readTree(trx)
    const gone = knownIn(tree, id)
    const hasProducts = (await productsListed(trx, id, 1)).length > 0 || (await hasUnlisted(trx, id))
    if (hasProducts || tree.childrenOf(id).length > 0 || (await isGuided(trx, id)))
      throw new CatalogError('catalog_not_empty', 'Only a category that nothing is in and no guide names is deleted.')
    const above = gone.parentId === null ? undefined : tree.get(gone.parentId)
    await deleteCategory(trx, id)
    for (const language of languages)
      await redirect(
        trx,
        categoryHref(language, gone.path[language]),
        above ? categoryHref(language, above.path[language]) : href(language, 'home'),
      )
    await insertInvalidations(trx, ['catalog', 'layout', `category:${id}`], now().toISOString())
  })
}
