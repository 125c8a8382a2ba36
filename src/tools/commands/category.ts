import { makeCategory } from '../../server/catalog/arrange/make-category.ts'
import { mergeCategories } from '../../server/catalog/arrange/merge-categories.ts'
import { moveCategory } from '../../server/catalog/arrange/move-category.ts'
import { removeCategory } from '../../server/catalog/arrange/remove-category.ts'
import {
  categoryAt,
  setCategoryFacts,
  setCategoryUri,
  setFitAttributes,
  setMenu,
} from '../../server/catalog/maintenance/catalog-settings.ts'
import { categoryList, menuPaths } from '../../server/catalog/maintenance/operator-queries.ts'
import {
  operatorCommand,
  OperatorError,
  textOf,
  type Answer,
  type Given,
  type OperatorShop,
} from '../operator-command.ts'
import { textTable } from '../text-table.ts'

const usage = `Usage: npm run shop -- category <command> [options]

The link target of categories, the facts on their cards, and what decides whether a part fits. Works while the shop
runs; pages show a change within a second. CATEGORY is an id, a slug or a full path.

  list                          all categories with their paths and how many products they have
  set CATEGORY
      --uri ADDRESS               a path such as /en/find-parts, or an address with https://; "" restores its own page
  facts CATEGORY [ATTRIBUTE…]   shows these attributes on the cards of the category and of those below it, at most
                                three; without any, those of the category above
  fit CATEGORY [ATTRIBUTE…]     offers parts of the same category that have the same values of all of these attributes
                                as alternatives, such as plug and voltage; without any, those of the category above
  make PARENT                   a new category below another one; '' is the top
      --sv NAME --en NAME         its names; the addresses follow from them
  move CATEGORY PARENT          with everything below it, to the end below another one; '' is the top
  merge CATEGORY OTHER          its products and categories go to the other one, and it goes; addresses redirect
  remove CATEGORY               deletes one without products, drafts and categories below it
  menu [CATEGORY…]              makes these categories, in this order, the main menu; without any, shows it. A category
                                that a new import brings at the top joins it at its end

Example: npm run shop -- category facts laptop-parts/batteries capacity_wh voltage condition

  --json                        output for programs
  --help                        shows this text`

/** The `category` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'category',
  usage,
  commands: { list, set, facts, fit, menu, make, move, merge, remove },
  options: { uri: { type: 'string' }, sv: { type: 'string' }, en: { type: 'string' } },
})

async function set(shop: OperatorShop, given: Given): Promise<Answer> {
  const [category] = given.words
  const uri = textOf(given, 'uri')
  if (category === undefined || uri === undefined) throw new OperatorError('Name the category and say --uri.')
  const wanted = uri.trim() === '' ? null : uri.trim()
  const id = await setCategoryUri(shop, category, wanted)
  return {
    data: { id, uri: wanted },
    lines: [
      wanted === null
        ? `The links of ${category} lead to its own page.`
        : `The links of ${category} lead to ${wanted}.`,
    ],
  }
}

async function make(shop: OperatorShop, given: Given): Promise<Answer> {
  const [parent] = given.words
  const [sv, en] = [textOf(given, 'sv'), textOf(given, 'en')]
  if (parent === undefined || sv === undefined || en === undefined)
    throw new OperatorError('Name the category above, and say --sv and --en.')
  const parentId = await parentAt(shop, parent)
  const rest = { slug: '', description: '', pageTitle: '', metaDescription: '' }
  const id = await makeCategory(shop, { parentId, words: { sv: { name: sv, ...rest }, en: { name: en, ...rest } } })
  return { data: { id }, lines: [`Made the category ${en}.`] }
}

async function move(shop: OperatorShop, { words: [category, parent] }: Given): Promise<Answer> {
  if (category === undefined || parent === undefined) throw new OperatorError('Name the category and the one above.')
  const id = await categoryAt(shop.db, category)
  await moveCategory(shop, id, { parentId: await parentAt(shop, parent), afterId: 'last' })
  return { data: { id }, lines: [`Moved ${category} ${parent === '' ? 'to the top' : `below ${parent}`}.`] }
}

async function merge(shop: OperatorShop, { words: [category, other] }: Given): Promise<Answer> {
  if (category === undefined || other === undefined) throw new OperatorError('Name both categories.')
  const [from, into] = [await categoryAt(shop.db, category), await categoryAt(shop.db, other)]
  const merged = await mergeCategories(shop, from, into)
  return {
    data: { id: into, ...merged },
    lines: [`Merged ${category} into ${other}: ${merged.products} products, ${merged.below} categories below it.`],
  }
}

async function remove(shop: OperatorShop, { words: [category] }: Given): Promise<Answer> {
  if (category === undefined) throw new OperatorError('Name the category.')
  const id = await categoryAt(shop.db, category)
  await removeCategory(shop, id)
  return { data: { id }, lines: [`Deleted ${category}. Its address leads to the category above.`] }
}

const parentAt = async ({ db }: OperatorShop, parent: string): Promise<string | null> =>
  parent === '' ? null : categoryAt(db, parent)

async function list({ db }: OperatorShop): Promise<Answer> {
  const data = await categoryList(db)
  const rows = data.map(({ path, name, products }) => [path, name, String(products)])
  return { data, lines: textTable(['CATEGORY', 'NAME', 'PRODUCTS'], rows) }
}

async function menu(shop: OperatorShop, { words }: Given): Promise<Answer> {
  if (words.length > 0) await setMenu(shop, words)
  const data = await menuPaths(shop.db)
  return { data, lines: data.length > 0 ? data : ['The main menu is empty.'] }
}

async function facts(shop: OperatorShop, given: Given): Promise<Answer> {
  const [category, ...attributes] = given.words
  if (category === undefined) throw new OperatorError('Name the category.')
  const id = await setCategoryFacts(shop, category, attributes)
  return {
    data: { id, attributes },
    lines: [
      attributes.length === 0
        ? `Cards of ${category} show the facts of the category above.`
        : `Cards of ${category} show ${attributes.join(', ')}.`,
    ],
  }
}

async function fit(shop: OperatorShop, given: Given): Promise<Answer> {
  const [category, ...attributes] = given.words
  if (category === undefined) throw new OperatorError('Name the category.')
  const id = await setFitAttributes(shop, category, attributes)
  return {
    data: { id, attributes },
    lines: [
      attributes.length === 0
        ? `Alternatives in ${category} agree as in the category above.`
        : `Alternatives in ${category} have the same ${attributes.join(', ')}.`,
    ],
  }
}
