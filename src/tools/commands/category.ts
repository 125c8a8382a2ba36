import { setCategoryUri } from '../../server/catalog/maintenance/dress-catalog.ts'
import {
  operatorCommand,
  OperatorError,
  textOf,
  type Answer,
  type Given,
  type OperatorShop,
} from '../operator-command.ts'

const usage = `Usage: npm run shop -- category <command> [options]

The link target of categories. Works while the shop runs; pages show a change within a second.

  set CATEGORY                  a category by id, slug or full path
      --uri ADDRESS               a path such as /en/find-parts, or an address with https://; "" restores its own page

  --json                        output for programs
  --help                        shows this text`

/** The `category` command of `npm run shop`. */
export const run = operatorCommand({ name: 'category', usage, commands: { set }, options: { uri: { type: 'string' } } })

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
