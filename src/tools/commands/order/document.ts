import { writeFileSync } from 'node:fs'
import { isLanguage } from '../../../domain/places/locales.ts'
import { documentKinds, orderDocument } from '../../../server/ordering/order-pages/order-document.ts'
import { OperatorError, textOf, type Answer, type Given, type OperatorShop } from '../../operator-command.ts'
import { namedOrder } from './named.ts'

/** `order document`: writes an invoice, a receipt or a credit note as a PDF. */
export async function document(shop: OperatorShop, given: Given): Promise<Answer> {
  const order = await namedOrder(shop, given)
  const kind = documentKinds.find((each) => each === given.words[1])
  if (!kind) throw new OperatorError(`Say which document: ${documentKinds.join(', ')}.`)
  const language = textOf(given, 'lang') ?? order.language
  if (!isLanguage(language)) throw new OperatorError('--lang must be en or sv.')
  const made = await orderDocument(shop, order.id, kind, language, textOf(given, 'number'))
  if (!made) throw new OperatorError(`Order ${order.number} is ${order.status} and has no such document.`)
  const file = textOf(given, 'out') ?? `${made.number}.pdf`
  writeFileSync(file, made.pdf)
  return {
    data: { order: order.number, kind, number: made.number, file, bytes: made.pdf.length },
    lines: [`${made.number} is written to ${file}.`],
  }
}
