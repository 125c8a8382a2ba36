import { DomUtils, type parseDocument } from 'htmlparser2'

const { findAll, getAttributeValue, textContent } = DomUtils
export type AnyNode = ReturnType<typeof parseDocument>['children'][number]
export type Element = ReturnType<typeof findAll>[number]

/** Parses an amount of a page: "1 234,50 kr" and "SEK 1,234.50" become "1234.50"; words such as "Free" become "0". */
export function moneyIn(text: string, language: 'en' | 'sv'): string {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '')
  const found = /\d[\d.,]*\d|\d/.exec(plain)?.[0]
  if (found === undefined) return '0'
  return language === 'sv' ? found.replaceAll('.', '').replace(',', '.') : found.replaceAll(',', '')
}

export type ShownAmount = { inc: string; ex: string }

/** An amount in both price modes; a single one is valid for both. */
export function amountIn(node: AnyNode | undefined, language: 'en' | 'sv'): ShownAmount {
  if (node === undefined) return { inc: 'nothing', ex: 'nothing' }
  const [inc, ex] = [byClass([node], 'inc')[0], byClass([node], 'ex')[0]]
  const text = textOf(node)
  return { inc: moneyIn(inc ? textOf(inc) : text, language), ex: moneyIn(ex ? textOf(ex) : text, language) }
}

export function byClass(nodes: AnyNode[], name: string): Element[] {
  return findAll((each) => (getAttributeValue(each, 'class') ?? '').split(' ').includes(name), nodes)
}

export function byTag(nodes: AnyNode[], name: string): Element[] {
  return findAll((each) => each.name === name, nodes)
}

export function attribute(node: Element, name: string): string {
  return getAttributeValue(node, name) ?? ''
}

export function textOf(node: AnyNode): string {
  return textContent(node).replace(/\s+/g, ' ').trim()
}
