import { parseDocument } from 'htmlparser2'
import type { Language } from './random-cart.ts'
import {
  amountIn,
  attribute,
  byClass,
  byTag,
  moneyIn,
  textOf,
  type AnyNode,
  type Element,
  type ShownAmount,
} from './shown-money.ts'

type ShownLine = { sku: string; quantity: string; each: ShownAmount; total: ShownAmount }
export type ShownTotals = Partial<Record<'items' | 'fixed' | 'delivery' | 'vat' | 'total', ShownAmount>>
export type ShownCheckout = {
  lines: ShownLine[]
  totals: ShownTotals[]
  /** Shown beside the total when prices include VAT. */
  vatWithin: string | undefined
  codes: string
  offers: { id: string; price: ShownAmount; isChosen: boolean }[]
  seen: string
  marks: string
}

const rows = {
  items: /^(Parts|Delar|Varor|Items|Goods)/,
  fixed: /^(Discount|Rabatt)/,
  delivery: /^(Delivery|Frakt|Leverans)/,
  vat: /^(VAT|Moms)/,
  total: /^(Total|Summa|To pay|Att betala)/,
} as const

/** Every amount of a checkout page, as a browser without scripts shows it. */
export function readCheckout(html: string, language: Language): ShownCheckout {
  const nodes = parseDocument(html).children
  const summary = byClass(nodes, 'order-summary')
  const within = byClass(summary, 'totals-vat').find((node) => byClass([node], 'inc').length > 0)
  const coupons = byClass(nodes, 'coupon-field')[0]
  const seen = byTag(nodes, 'input').find((node) => attribute(node, 'name') === 'seen')
  return {
    lines: byTag(byClass(summary, 'lines'), 'li').map((node) => readLine(node, language)),
    totals: byClass(nodes, 'totals').map((node) => readTotals(node, language)),
    vatWithin: within && moneyIn(textOf(within), language),
    codes: coupons ? attribute(coupons, 'data-codes') : '',
    offers: byClass(nodes, 'way').map((node) => readOffer(node, language)),
    seen: seen ? attribute(seen, 'value') : '',
    marks: textOf(byClass(nodes, 'totals')[0] ?? parseDocument('')),
  }
}

function readLine(node: Element, language: Language): ShownLine {
  const total = byTag([node], 'b').at(-1)
  const each = byTag([node], 'small').find((small) => /\d\s*×/.test(textOf(small)))
  const sku = byClass([node], 'number')[0]
  const [quantity = '', ...price] = each ? textOf(each).split('×') : []
  const shown =
    each && byClass([each], 'inc').length > 0 ? amountIn(each, language) : both(moneyIn(price.join('×'), language))
  return { sku: sku ? textOf(sku) : '', quantity: quantity.trim(), each: shown, total: amountIn(total, language) }
}

const both = (text: string): ShownAmount => ({ inc: text, ex: text })

export function readTotals(node: Element, language: Language): ShownTotals {
  const found: ShownTotals = {}
  for (const row of node.children.filter((each): each is Element => isDiv(each))) {
    const label = byTag([row], 'dt').map(textOf).join(' ')
    const key = (Object.keys(rows) as (keyof typeof rows)[]).find((each) => rows[each].test(label))
    if (key !== undefined) found[key] = amountIn(byTag([row], 'dd')[0], language)
  }
  return found
}

const isDiv = (node: AnyNode): boolean => 'name' in node && node.name === 'div'

function readOffer(node: Element, language: Language): ShownCheckout['offers'][number] {
  const input = byTag([node], 'input').find((each) => attribute(each, 'name') === 'delivery_method')
  const price = byTag([node], 'b')[0]
  return {
    id: input ? attribute(input, 'value') : '',
    price: amountIn(price, language),
    isChosen: input?.attribs['checked'] !== undefined,
  }
}
