import { languages } from '../../../domain/places/locales.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { CatalogError } from '../catalog-error.ts'
import { categoryHref } from '../categories/categories.ts'
import { insertInvalidations } from '../change-queries.ts'
import { redirect } from '../maintenance/write-queries.ts'
import { assignPaths } from './assign-paths.ts'
import { CategoryTree, type TreeCategory } from './category-tree.ts'
import { guidesNaming } from './guides-naming.ts'
import { listAgain, productsToMove } from './list-again.ts'
import { lockTree } from './lock-tree.ts'
import { knownIn, type Listing } from './make-category.ts'
import {
  deleteCategory,
  reassignCategory,
  lockedCategory,
  recordFormerPath,
  readTree,
  updateCategory,
} from './tree-queries.ts'

/** What a merge moves: products that are listed, and the categories that are below the one that goes. */
export type Merged = { products: number; below: number }

/**
 * Merges one category into another: its products and the categories below it go there, its addresses redirect, and
 * feeds, guides and mark-ups that name it mean the other. Throws CatalogError where the other one is below it, or both
 * have a category of the same address below them.
 */
export async function mergeCategories({ db, kind, now }: Listing, fromId: string, intoId: string): Promise<Merged> {
  return db.transaction().execute(async (trx) => {
    await lockTree(trx)
    const tree = await readTree(trx)
    const [from, into] = [knownIn(tree, fromId), knownIn(tree, intoId)]
    if (tree.lineOf(into.id).some((each) => each.id === from.id))
      throw new CatalogError('catalog_loop', 'A category is merged into one that is not below it.')
    const children = tree.childrenOf(from.id)
    refuseSameChildren(tree, children, into)
    const products = await productsToMove(trx, from.id)
    const lists = [from, into].flatMap((each) => tree.lineOf(each.id).map((row) => row.id))
    const after = await appendChildren(trx, tree, children, into)
    await inheritPicture(trx, from.id, into.id)
    await reassignCategory(trx, from.id, into.id)
    await guidesNaming(trx, from.id, into.id, now())
    await deleteCategory(trx, from.id)
    const rest = new CategoryTree(after.below(null).filter((each) => each.id !== from.id))
    for (const child of children) await assignPaths(trx, rest, child.id)
    await sendOn(trx, from, into)
    const become = (id: string): string => (id === from.id ? into.id : id)
    const before = lists.filter((id) => id !== from.id)
    await listAgain(trx, { kind, now: now() }, products, { become, before })
    await insertInvalidations(trx, ['catalog', 'layout', `category:${from.id}`], now().toISOString())
    return { products: products.length, below: children.length }
  })
}

function refuseSameChildren(tree: CategoryTree, children: readonly TreeCategory[], into: TreeCategory): void {
  const own = tree.childrenOf(into.id)
  const same = children.filter((child) =>
    own.some((each) => languages.some((language) => each.slug[language] === child.slug[language])),
  )
  if (same.length === 0) return
  const names = same.map(({ name }) => name.en).join(', ')
  throw new CatalogError('catalog_children', `Both categories have ${names} below them: merge these first.`, { names })
}

/** Puts categories at the end below another one; returns the tree with them there. */
async function appendChildren(
  trx: DatabaseTransaction,
  tree: CategoryTree,
  children: readonly TreeCategory[],
  into: TreeCategory,
): Promise<CategoryTree> {
  const last = tree.childrenOf(into.id).at(-1)?.position ?? -1
  const moved = new Map(
    children.map((child, at) => [child.id, { ...child, parentId: into.id, position: last + 1 + at }]),
  )
  for (const { id, parentId, position } of moved.values())
    await updateCategory(trx, id, { parent_id: parentId, position })
  return new CategoryTree(tree.below(null).map((each) => moved.get(each.id) ?? each))
}

/** The picture of the category that goes is shown where the other has none. */
async function inheritPicture(trx: DatabaseTransaction, fromId: string, intoId: string): Promise<void> {
  const [from, into] = [await lockedCategory(trx, fromId), await lockedCategory(trx, intoId)]
  if (from?.picture_id && into?.picture_id === null) await updateCategory(trx, intoId, { picture_id: from.picture_id })
}

async function sendOn(trx: DatabaseTransaction, from: TreeCategory, into: TreeCategory): Promise<void> {
  for (const language of languages) {
    await redirect(trx, categoryHref(language, from.path[language]), categoryHref(language, into.path[language]))
    await recordFormerPath(trx, { id: into.id, language, from: from.path[language], to: null })
  }
}
