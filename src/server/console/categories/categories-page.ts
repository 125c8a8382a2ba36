import {
  categoryDropForm,
  categoryOrderForm,
  type CategoriesPage,
  type CategoryDrop,
  type CategoryLine,
} from '../../../contracts/console/categories.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { CategoryTree } from '../../catalog/arrange/category-tree.ts'
import { moveCategory } from '../../catalog/arrange/move-category.ts'
import { readTree } from '../../catalog/arrange/tree-queries.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { audited } from '../../platform/audit/audit.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { orderHistory, placeBefore, placeLog, type Ordered } from '../staff/undo-order.ts'
import { labelOf } from './category-names.ts'
import { categoryLog } from './on-category.ts'

const maxLines = 1_000
const maxSearchLength = 100

/** The tree of all categories, in which each can be put before or after its neighbour. */
export const categoriesScreen = consoleScreen<CategoriesPage>({
  screen: 'categories',
  permission: 'products.view',
  doneElsewhere: ['merge', 'remove'],
  load: async (context) => {
    const tree = await readTree(context.shop.db)
    const search = (context.request.url.searchParams.get('q') ?? '').trim().slice(0, maxSearchLength)
    const lines = matchingLines(tree, context.session.staff.language, search)
    return {
      lines: lines.slice(0, maxLines),
      search,
      shape: shapeOf(tree),
      isCut: lines.length > maxLines,
      history: await orderHistory(context, ordered),
      mayChange: may(context.session, 'products.change'),
    }
  },
  actions: {
    place: consoleAction({
      permission: 'products.change',
      form: categoryOrderForm,
      run: (context, { place }) => moveAmongSiblings(context, place),
    }),
    drop: consoleAction({ permission: 'products.change', form: categoryDropForm, run: drop }),
    undo: consoleAction({ permission: 'products.change', form: undoForm, run: undo }),
  },
})

/** The lines of a tree in its order; of a search, those whose name or address has the text, with their whole names. */
function matchingLines(tree: CategoryTree, language: Language, search: string): CategoryLine[] {
  const lines = linesBelow(tree, language, null)
  if (search === '') return lines
  const term = search.toLowerCase()
  return lines.flatMap((line) => {
    const name = labelOf(tree, line.id, language)
    const isNamed = name.toLowerCase().includes(term) || line.path.includes(term) || line.id === search
    return isNamed ? [{ ...line, name, depth: 0 }] : []
  })
}

/** The categories below one, or all for null, in the order of the tree. */
export function linesBelow(tree: CategoryTree, language: Language, id: string | null, depth = 0): CategoryLine[] {
  const children = tree.childrenOf(id)
  return children.flatMap((child, at) => [
    {
      id: child.id,
      name: child.name[language],
      path: child.path[language],
      depth,
      products: child.products,
      isInMenu: child.isInMenu,
      isFirst: at === 0,
      isLast: at === children.length - 1,
    },
    ...linesBelow(tree, language, child.id, depth + 1),
  ])
}

/** `up:ID` or `down:ID`. */
async function moveAmongSiblings(context: ConsoleContext, place: string): Promise<void> {
  const [, way = '', id = ''] = /^(up|down):(.{1,130})$/.exec(place) ?? []
  const tree = await readTree(context.shop.db)
  const category = tree.get(id)
  if (!category) throw new ConsoleError('unknown')
  const others = tree.childrenOf(category.parentId)
  const at = others.indexOf(category)
  if (at === (way === 'up' ? 0 : others.length - 1)) return
  const afterId = others[way === 'up' ? at - 2 : at + 1]?.id ?? null
  const subject = { kind: 'category', id, label: category.path.en }
  const action = { operation: 'categories.order', subject, fields: placeLog(ordered, id) }
  await audited(context.shop, context.session.actor, action, (shop) =>
    moveCategory(shop, id, { parentId: category.parentId, afterId }),
  )
}

/** What says which categories there are, and where each one is. */
function shapeOf(tree: CategoryTree): string {
  const places = tree.below(null).map(({ id, parentId }) => [id, parentId])
  return hashSecret(JSON.stringify(places)).slice(0, 20)
}

/** Moves a category to where somebody has dropped it, unless the tree has changed since it was shown. */
async function drop(context: ConsoleContext, { id, parent, after, shape }: CategoryDrop): Promise<void> {
  const category = (await readTree(context.shop.db)).get(id)
  if (!category) throw new ConsoleError('unknown')
  const place = { parentId: parent || null, afterId: after || null }
  const isOrder = category.parentId === place.parentId
  const action = {
    operation: isOrder ? 'categories.order' : 'categories.move',
    subject: { kind: 'category', id, label: category.path.en },
    guard: async (trx: DatabaseTransaction) => {
      await lockImports(trx)
      if (shapeOf(await readTree(trx)) !== shape) throw new ConsoleError('changed_meanwhile')
    },
    fields: isOrder ? placeLog(ordered, id) : (trx: DatabaseTransaction) => categoryLog(trx, id),
  }
  await audited(context.shop, context.session.actor, action, (shop) => moveCategory(shop, id, place))
}

const ordered: Ordered = {
  kind: 'category',
  operations: ['categories.order', 'categories.undo'],
  permission: 'products.change',
  placeOf: async (db, id) => {
    const tree = await readTree(db)
    const category = tree.get(id)
    return category && tree.childrenOf(category.parentId).indexOf(category) + 1
  },
}

/** Takes a change of the order back, unless somebody has put the category elsewhere meanwhile. */
async function undo(context: ConsoleContext, { entry }: { entry: string }): Promise<void> {
  const { id, label, from, to } = await placeBefore(context, ordered, entry)
  const tree = await readTree(context.shop.db)
  const parentId = tree.get(id)?.parentId ?? null
  const others = tree.childrenOf(parentId).filter((each) => each.id !== id)
  const action = {
    operation: 'categories.undo',
    subject: { kind: 'category', id, label },
    guard: async (trx: DatabaseTransaction) => {
      await lockImports(trx)
      const isSame = shapeOf(await readTree(trx)) === shapeOf(tree)
      if (!isSame || (await ordered.placeOf(trx, id)) !== from) throw new ConsoleError('product_undo')
    },
    fields: placeLog(ordered, id),
  }
  const afterId = others[Math.min(to - 1, others.length) - 1]?.id ?? null
  await audited(context.shop, context.session.actor, action, (shop) => moveCategory(shop, id, { parentId, afterId }))
}
