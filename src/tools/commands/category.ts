import {
  setCategoryFacts,
  setCategoryUri,
  setFitAttributes,
  setMenu,
} from '../../server/catalog/maintenance/dress-catalog.ts'
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
  menu [CATEGORY…]              makes these categories, in this order, the main menu; without any, shows it. A category
                                that a new import brings at the top joins it at its end

Example: npm run shop -- category facts laptop-parts/batteries capacity_wh voltage condition

  --json                        output for programs
  --help                        shows this text`

/** The `category` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'category',
  usage,
  commands: { list, set, facts, fit, menu },
  options: { uri: { type: 'string' } },
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
