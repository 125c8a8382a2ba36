import { languages } from '../../../domain/places/locales.ts'
import { pagesTag } from '../../platform/db/statements/invalidation-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import type { Shop } from '../../platform/shop.ts'
import { CatalogError } from '../catalog-error.ts'
import { insertInvalidations } from '../change-queries.ts'
import { nextCategoryPosition } from '../import/definition-queries.ts'
import { addressTaken } from './assign-paths.ts'
import { maxCategoryDepth, type CategoryTree } from './category-tree.ts'
import { checkedWords, type CategoryWordsIn } from './category-words.ts'
import { lockTree } from './lock-tree.ts'
import { deleteFormerPath, insertCategoryRows, readTree } from './tree-queries.ts'

export type Arranging = Pick<Shop, 'db' | 'now'>
/** The same for what lists products anew. */
export type Listing = Pick<Shop, 'db' | 'kind' | 'now'>
/** `id` is that of a category which was deleted and is made again. */
export type NewCategory = { parentId: string | null; words: CategoryWordsIn; id?: string }

/** What else is written of a category in the transaction that makes it. */
type AlsoWritten = (trx: DatabaseTransaction, made: { id: string; path: string }) => Promise<void>

/** Makes a category, the last one below its parent. Returns its id; throws CatalogError. */
export async function makeCategory({ db, now }: Arranging, wanted: NewCategory, also?: AlsoWritten): Promise<string> {
  const words = checkedWords(wanted.words)
  const { parentId } = wanted
  const { id = newId(now().getTime()) } = wanted
  await db.transaction().execute(async (trx) => {
    await lockTree(trx)
    const tree = await readTree(trx)
    const above = parentId === null ? undefined : knownIn(tree, parentId)
    if (above && tree.lineOf(above.id).length >= maxCategoryDepth)
      throw new CatalogError('catalog_deep', `Categories have at most ${maxCategoryDepth} levels.`, {
        most: maxCategoryDepth,
      })
    const paths = languages.map((language) => {
      const path = above ? `${above.path[language]}/${words[language].slug}` : words[language].slug
      if (tree.childrenOf(parentId).some((each) => each.path[language] === path)) throw addressTaken(language, path)
      return { language, path }
    })
    await insert(trx, { id, parentId, words }, paths)
    await insertInvalidations(trx, [pagesTag], now().toISOString())
    await also?.(trx, { id, path: paths.find(({ language }) => language === 'en')?.path ?? '' })
  })
  return id
}

type Paths = { language: (typeof languages)[number]; path: string }[]

async function insert(trx: DatabaseTransaction, made: Required<NewCategory>, paths: Paths): Promise<void> {
  const { id, parentId, words } = made
  for (const { language, path } of paths) await deleteFormerPath(trx, language, path)
  await insertCategoryRows(
    trx,
    {
      id,
      parent_id: parentId,
      position: await nextCategoryPosition(trx, parentId),
      main_menu: 0,
      picture_id: null,
      uri: null,
      product_count: 0,
    },
    paths.map(({ language, path }) => {
      const { pageTitle, metaDescription, ...rest } = words[language]
      return { category_id: id, language, path, ...rest, page_title: pageTitle, meta_description: metaDescription }
    }),
  )
}

/** A category of the tree; throws CatalogError for an unknown id. */
export function knownIn(tree: CategoryTree, id: string) {
  const found = tree.get(id)
  if (!found) throw new CatalogError('catalog_unknown', `There is no category "${id.slice(0, 120)}".`)
  return found
}
