import type { LineUnits } from '../../../server/ordering/orders/fulfilment-queries.ts'
import { orderByNumber, orderLineRows, type OrderRow } from '../../../server/ordering/orders/queries.ts'
import { OperatorError, type Given, type OperatorShop } from '../../operator-command.ts'

/** The order given as the first word of a command. */
export async function namedOrder({ db }: OperatorShop, { words: [number] }: Given): Promise<OrderRow> {
  if (number === undefined) throw new OperatorError('Name the order by its number.')
  const order = await orderByNumber(db, number.replace(/^#/, ''))
  if (!order) throw new OperatorError(`There is no order ${number}.`)
  return order
}

/**
 * Parses `SKU=2` or `1=2` as units of lines; undefined when none are given. When several lines have the same article,
 * use the line number.
 */
export async function namedUnits(
  { db }: OperatorShop,
  orderId: string,
  words: readonly string[],
): Promise<LineUnits[] | undefined> {
  if (words.length === 0) return undefined
  const lines = await orderLineRows(db, orderId)
  return words.map((word) => {
    const [, name = '', count = ''] = /^(.+)=(\d{1,4})$/.exec(word) ?? []
    const found = lines.filter((line) => line.sku.toLowerCase() === name.toLowerCase())
    const line = found.length === 1 ? found[0] : lines.find((each) => String(each.position) === name)
    if (!line)
      throw new OperatorError(
        found.length > 1
          ? `${name} is on lines ${found.map(({ position }) => position).join(', ')}: name the line.`
          : `"${word}" names no line: write SKU=QTY or LINE=QTY.`,
      )
    return { position: line.position, quantity: Number(count) }
  })
}

/** Parts by SKU, such as `FAN=2,RAM=1`. */
export function namedParts(text: string): { sku: string; quantity: number }[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => {
      const [, sku = '', quantity = ''] = /^(.+)=(\d{1,4})$/.exec(word) ?? []
      if (sku === '') throw new OperatorError(`"${word}" names no part: write SKU=QTY.`)
      return { sku, quantity: Number(quantity) }
    })
}
