import { languages, type Language } from '../../../domain/places/locales.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { CatalogError } from '../catalog-error.ts'
import { categoryHref } from '../categories/categories.ts'
import { redirect } from '../maintenance/write-queries.ts'
import { maxCategoryDepth, type CategoryTree } from './category-tree.ts'
import { recordFormerPath, updateText } from './tree-queries.ts'

type Moved = { id: string; language: Language; from: string; to: string }

/**
 * Gives a category and everything below it the addresses that follow from the tree, after its slugs or its parent were
 * changed in it. Old addresses redirect to the new ones. Throws CatalogError where an address is another category's, or
 * is too deep.
 *
 * @returns whether an address changed.
 */
export async function assignPaths(trx: DatabaseTransaction, tree: CategoryTree, id: string): Promise<boolean> {
  const depth = tree.lineOf(id).length - 1 + tree.heightOf(id)
  if (depth > maxCategoryDepth)
    throw new CatalogError('catalog_deep', `Categories have at most ${maxCategoryDepth} levels.`, {
      most: maxCategoryDepth,
    })
  const below = tree.below(id)
  const moved = languages.flatMap((language) => movesIn(tree, below, language))
  refuseTaken(tree, below, moved)
  // No category may have the address of another one, not even between two statements.
  for (const each of moved) await updateText(trx, each, { path: `${each.id}\n${each.language}` })
  for (const { from, to, ...each } of moved) {
    await updateText(trx, each, { path: to, slug: to.slice(to.lastIndexOf('/') + 1) })
    await redirect(trx, categoryHref(each.language, from), categoryHref(each.language, to))
    await recordFormerPath(trx, { ...each, from, to })
  }
  return moved.length > 0
}

function movesIn(tree: CategoryTree, below: ReturnType<CategoryTree['below']>, language: Language): Moved[] {
  return below.flatMap(({ id, path }) => {
    const to = pathIn(tree, id, language)
    return to === path[language] ? [] : [{ id, language, from: path[language], to }]
  })
}

/** The address that follows from the tree. */
function pathIn(tree: CategoryTree, id: string, language: Language): string {
  return tree
    .lineOf(id)
    .map(({ slug }) => slug[language])
    .join('/')
}

function refuseTaken(tree: CategoryTree, below: ReturnType<CategoryTree['below']>, moved: readonly Moved[]): void {
  const own = new Set(below.map(({ id }) => id))
  for (const language of languages) {
    const others = new Set(tree.below(null).flatMap(({ id, path }) => (own.has(id) ? [] : [path[language]])))
    const taken = moved.find((each) => each.language === language && others.has(each.to))
    if (taken) throw addressTaken(language, taken.to)
  }
}

export function addressTaken(language: Language, path: string): CatalogError {
  const address = categoryHref(language, path)
  return new CatalogError('catalog_address_taken', `The address ${address} is taken by another category.`, { address })
}
