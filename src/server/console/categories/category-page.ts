import { consolePath } from '../../../console-routes.ts'
import {
  categoryCardsForm,
  categoryLinksForm,
  categoryMergeForm,
  categoryMoveForm,
  categoryRemoveForm,
  categoryTextsForm,
  type CategoryPage,
} from '../../../contracts/console/categories.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
import { changeCategory } from '../../catalog/arrange/change-category.ts'
import { mergeCategories } from '../../catalog/arrange/merge-categories.ts'
import { moveCategory } from '../../catalog/arrange/move-category.ts'
import { removeCategory } from '../../catalog/arrange/remove-category.ts'
import { mergedInto, readTree } from '../../catalog/arrange/tree-queries.ts'
import { goTo } from '../../platform/http/pages/page-result.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { categoryContent } from './category-content.ts'
import { namedCategory } from './category-names.ts'
import { requestedCategory, onCategory } from './on-category.ts'
import { typedWords } from './typed-words.ts'
import { undoCategory } from './undo-category.ts'

const permission = 'products.change'

/** One category: its texts, its place in the tree, what cards show, and what can be done with it. */
export const categoryScreen = consoleScreen<CategoryPage>({
  screen: 'category',
  permission: 'products.view',
  doneElsewhere: ['make'],
  load: async (context) => {
    const record = await requestedCategory(context)
    return record ? categoryContent(context, record) : whereItWent(context)
  },
  actions: {
    texts: consoleAction({
      permission,
      form: categoryTextsForm,
      run: (context, { version, ...form }) =>
        onCategory(context, { operation: 'categories.change', version }, (shop, id) =>
          changeCategory(shop, id, { words: typedWords(form) }),
        ),
    }),
    links: consoleAction({
      permission,
      form: categoryLinksForm,
      run: (context, { version, menu, picture, no_picture, uri }) =>
        onCategory(context, { operation: 'categories.change', version }, (shop, id) =>
          changeCategory(shop, id, {
            isInMenu: menu === 'yes',
            uri: uri === '' ? null : uri,
            ...(no_picture === 'yes' ? { pictureOf: null } : picture === '' ? {} : { pictureOf: picture }),
          }),
        ),
    }),
    cards: consoleAction({
      permission,
      form: categoryCardsForm,
      run: (context, { version, fact_1, fact_2, fact_3, 'fit:': fits }) =>
        onCategory(context, { operation: 'categories.change', version }, (shop, id) =>
          changeCategory(shop, id, {
            facts: [fact_1, fact_2, fact_3].filter((each) => each !== ''),
            fits: [...fits].flatMap(([attribute, value]) => (value === 'yes' ? [attribute] : [])),
          }),
        ),
    }),
    move: consoleAction({
      permission,
      form: categoryMoveForm,
      run: async (context, { version, parent, after }) => {
        const tree = await readTree(context.shop.db)
        const parentId = parent === '' ? null : namedCategory(tree, parent)
        const stays = (await requestedCategory(context))?.row.parent_id === parentId
        const afterId = !stays || after === 'last' ? 'last' : after === '' ? null : after
        await onCategory(context, { operation: 'categories.move', version }, (shop, id) =>
          moveCategory(shop, id, { parentId, afterId }),
        )
      },
    }),
    undo: consoleAction({ permission, form: undoForm, run: undoCategory }),
    merge: consoleAction({ permission, form: categoryMergeForm, run: merge }),
    remove: consoleAction({
      permission,
      form: categoryRemoveForm,
      run: async (context, { sure }) => {
        if (sure !== 'yes') throw new ConsoleError('not_sure')
        await onCategory(context, { operation: 'categories.remove' }, (shop, id) => removeCategory(shop, id))
        return consolePath('categories')
      },
    }),
  },
})

/** The log and bookmarks go on leading to a category that was merged: to the one that took its products. */
async function whereItWent({ shop, request }: ConsoleContext): Promise<Response | undefined> {
  const into = await mergedInto(shop.db, (request.params['id'] ?? '').slice(0, 140))
  return into === undefined ? undefined : goTo(consolePath('category', { id: into }))
}

/** Says what a merge will do before it is done. */
async function merge(
  context: ConsoleContext,
  { version, into: typed, sure }: { version: string; into: string; sure: string },
) {
  const record = await requestedCategory(context)
  if (!record) throw new ConsoleError('unknown')
  const tree = await readTree(context.shop.db)
  const into = tree.get(namedCategory(tree, typed))
  if (!into) throw new ConsoleError('unknown')
  const { id } = record.row
  if (sure !== 'yes') {
    if (tree.lineOf(into.id).some((each) => each.id === id)) throw new ConsoleError('catalog_loop')
    const products = tree.get(id)?.products ?? 0
    const question = { into: typed, products, below: tree.childrenOf(id).length }
    return { content: { ...(await categoryContent(context, record)), question }, isQuestion: true }
  }
  const note = `${tree.get(id)?.path.en ?? id} > ${into.path.en}`
  await onCategory(context, { operation: 'categories.merge', version, note }, (shop) =>
    mergeCategories(shop, id, into.id),
  )
  return consolePath('category', { id: into.id })
}
