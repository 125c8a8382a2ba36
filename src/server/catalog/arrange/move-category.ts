import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { CatalogError } from '../catalog-error.ts'
import { insertInvalidations } from '../change-queries.ts'
import { isMenuChosen } from '../import/definition-queries.ts'
import { assignPaths } from './assign-paths.ts'
import { CategoryTree } from './category-tree.ts'
import { listAgain, productsToMove } from './list-again.ts'
import { lockTree } from './lock-tree.ts'
import { knownIn, type Listing } from './make-category.ts'
import { readTree, updateCategory } from './tree-queries.ts'

/** Where a category is to be: below which one (null: at the top), and after which one there (null: first). */
export type Place = { parentId: string | null; afterId: string | null | 'last' }

/**
 * Moves a category with everything below it. Its old addresses redirect, its products are listed where it is now.
 * Throws CatalogError for a place below itself.
 */
export async function moveCategory({ db, kind, now }: Listing, id: string, { parentId, afterId }: Place) {
  await db.transaction().execute(async (trx) => {
    await lockTree(trx)
    const tree = await readTree(trx)
    const before = knownIn(tree, id)
    if (parentId !== null) refuseLoop(tree, id, knownIn(tree, parentId).id)
    const isElsewhere = before.parentId !== parentId
    await updateCategory(trx, id, { parent_id: parentId })
    await order(trx, tree, { id, parentId, afterId })
    const after = new CategoryTree(tree.below(null).map((each) => (each.id === id ? { ...each, parentId } : each)))
    await assignPaths(trx, after, id)
    if (isElsewhere) {
      const lists = [tree, after].flatMap((each) => each.lineOf(id).map((row) => row.id))
      await listAgain(trx, { kind, now: now() }, await productsToMove(trx, id), {
        become: (each) => each,
        before: lists,
      })
    }
    await insertInvalidations(trx, ['catalog', 'layout'], now().toISOString())
  })
}

function refuseLoop(tree: CategoryTree, id: string, parentId: string): void {
  if (tree.lineOf(parentId).some((each) => each.id === id))
    throw new CatalogError('catalog_loop', 'A category cannot be below itself.')
}

type Ordering = { id: string } & Place

/**
 * Numbers the categories beside each other anew. In a main menu that somebody has chosen, positions are below zero
 * (`isMenuChosen`), and stay so.
 */
async function order(trx: DatabaseTransaction, tree: CategoryTree, { id, parentId, afterId }: Ordering): Promise<void> {
  const others = tree.childrenOf(parentId).filter((each) => each.id !== id)
  const at = afterId === 'last' ? others.length : others.findIndex((each) => each.id === afterId) + 1
  if (afterId !== null && afterId !== 'last' && at === 0)
    throw new CatalogError('catalog_unknown', `The category "${afterId.slice(0, 120)}" is not there.`)
  const ids = others.map((each) => each.id).toSpliced(at, 0, id)
  const first = (await isMenuChosen(trx)) ? -ids.length : 0
  for (const [place, each] of ids.entries()) await updateCategory(trx, each, { position: first + place })
}
