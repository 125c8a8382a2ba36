import { setDecoration } from '../../server/catalog/maintenance/dress-catalog.ts'
import {
  operatorCommand,
  OperatorError,
  textOf,
  type Answer,
  type Given,
  type OperatorShop,
} from '../operator-command.ts'

const usage = `Usage: npm run shop -- product <command> [options]

The decoration of product cards. Works while the shop runs; pages show a change within a second, and imports
keep it.

  set SKU
      --decoration HTML           a few words on the picture, such as <strong>New</strong>; "" removes them

  --json                        output for programs
  --help                        shows this text`

/** The `product` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'product',
  usage,
  commands: { set },
  options: { decoration: { type: 'string' } },
})

async function set(shop: OperatorShop, given: Given): Promise<Answer> {
  const [sku] = given.words
  const html = textOf(given, 'decoration')
  if (sku === undefined || html === undefined) throw new OperatorError('Name the article and say --decoration.')
  const decoration = await setDecoration(shop, sku, html)
  return {
    data: { sku, decoration },
    lines: [decoration === '' ? `${sku} has no decoration.` : `${sku} shows: ${decoration}`],
  }
}
