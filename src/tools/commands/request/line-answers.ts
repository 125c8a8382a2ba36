import { toMinor } from '../../../domain/money/money.ts'
import type { LineAnswer } from '../../../server/ordering/requests/answer-request.ts'
import { OperatorError, type Given } from '../../operator-command.ts'

type Named = { line: string; price?: string; sku?: string; quantity?: string }

/**
 * Reads the answered lines in the order of the arguments: what stands after `--line N`, until the next one, belongs to
 * that line. Throws OperatorError.
 */
export function lineAnswers({ ordered }: Given): LineAnswer[] {
  const lines: Named[] = []
  for (const { name, value = '' } of ordered) {
    if (name === 'line') lines.push({ line: value })
    if (name !== 'price' && name !== 'sku' && name !== 'quantity') continue
    const last = lines.at(-1)
    if (!last) throw new OperatorError(`--${name} belongs to a line: write --line N before it.`)
    if (last[name] !== undefined) throw new OperatorError(`Line ${last.line} has two --${name}.`)
    last[name] = value
  }
  const twice = lines.find(({ line }, at) => lines.findIndex((other) => other.line === line) !== at)
  if (twice) throw new OperatorError(`Line ${twice.line} is answered twice.`)
  return lines.map(lineAnswer)
}

function lineAnswer({ line, price = '', sku, quantity }: Named): LineAnswer {
  if (!/^\d{1,8}(?:[.,]\d{1,2})?$/.test(price))
    throw new OperatorError(`Line ${line} needs --price with at most two decimals, such as --price 499.50.`)
  return {
    line: count(line, '--line', 1_000),
    price: toMinor(Number(price.replace(',', '.'))),
    sku,
    quantity: quantity === undefined ? undefined : count(quantity, '--quantity', 9_999),
  }
}

function count(text: string, name: string, max: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > max)
    throw new OperatorError(`${name} must be a whole number from 1 to ${max}.`)
  return value
}
