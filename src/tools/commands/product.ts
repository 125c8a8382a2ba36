import { setDecoration } from '../../server/catalog/maintenance/catalog-settings.ts'
import { readLevel, setStockLevel } from '../../server/catalog/maintenance/stock-levels.ts'
import {
  operatorCommand,
  OperatorError,
  textOf,
  type Answer,
  type Given,
  type OperatorShop,
} from '../operator-command.ts'

const usage = `Usage: npm run shop -- product <command> [options]

The decoration of product cards and levels of stock. Works while the shop runs; pages show a change within
a second, and imports keep it.

  set SKU
      --decoration HTML           a few words on the picture, such as <strong>New</strong>; "" removes them
  level SKU UNITS                 the part is to be ordered again below so many available units; 0 takes it away

  --json                        output for programs
  --help                        shows this text`

/** The `product` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'product',
  usage,
  commands: { set, level },
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

async function level(shop: OperatorShop, { words: [sku = '', units = ''] }: Given): Promise<Answer> {
  const wanted = readLevel(units)
  if (wanted === undefined) throw new OperatorError('Name the article and its level in whole units.')
  if (!(await setStockLevel(shop, sku, wanted))) throw new OperatorError(`There is no product ${sku}.`)
  return {
    data: { sku, level: wanted },
    lines: [wanted === 0 ? `${sku} has no level.` : `${sku} is to be ordered again below ${wanted} units.`],
  }
}
