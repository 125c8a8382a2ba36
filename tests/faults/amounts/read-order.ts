import { parseDocument } from 'htmlparser2'
import type { Language } from './random-cart.ts'
import { readTotals, type ShownTotals } from './read-checkout.ts'
import { amountIn, attribute, byClass, byTag, moneyIn, textOf, type Element, type ShownAmount } from './shown-money.ts'

type OrderLine = { sku: string; quantity: string; total: ShownAmount }
export type ShownOrder = { lines: OrderLine[]; totals: ShownTotals; vatWithin: string | undefined; documents: string[] }

/** The amounts on the confirmation page. */
export function readConfirmation(html: string, language: Language): ShownOrder {
  const nodes = byClass(parseDocument(html).children, 'confirmation')
  const totals = byClass(nodes, 'totals')[0]
  const vat = byClass(nodes, 'totals-vat')[0]
  return {
    lines: byTag(byTag(nodes, 'tbody'), 'tr').map((row) => readRow(row, language)),
    totals: totals ? readTotals(totals, language) : {},
    vatWithin: vat && moneyIn(textOf(vat), language),
    documents: [],
  }
}

/** The amounts on the order's own page, for a guest who used the mailed link. */
export function readOrderPage(html: string, language: Language): ShownOrder {
  const nodes = parseDocument(html).children
  const table = byClass(nodes, 'order-sums')
  const foot = byTag(byTag(table, 'tfoot'), 'tr')
  const isTotal = (row: Element): boolean => attribute(row, 'class').includes('total')
  const row = (name: RegExp): ShownAmount | undefined => {
    const found = foot.find((each) => !isTotal(each) && name.test(textOf(each)))
    return found && amountIn(byTag([found], 'td').at(-1), language)
  }
  const total = foot.find(isTotal)
  const vat = foot.find((each) => attribute(each, 'class').includes('note'))
  return {
    lines: byTag(byTag(table, 'tbody'), 'tr').map((each) => readRow(each, language)),
    totals: {
      fixed: row(/^(Discount|Rabatt)/),
      delivery: row(/^(Delivery|Frakt)/),
      total: total && amountIn(byTag([total], 'td').at(-1), language),
    },
    vatWithin: vat && moneyIn(textOf(vat), language),
    documents: byTag(nodes, 'a')
      .map((each) => attribute(each, 'href'))
      .filter((link) => link.endsWith('.pdf')),
  }
}

function readRow(row: Element, language: Language): OrderLine {
  const cells = byTag([row], 'td')
  const sku = byClass([row], 'number')[0]
  const quantity = cells[1]
  return {
    sku: sku ? textOf(sku) : '',
    quantity: quantity ? textOf(quantity) : '',
    total: amountIn(cells.at(-1), language),
  }
}

type MailLine = { sku: string; quantity: string; each: string; total: string }
export type ShownMail = {
  lines: MailLine[]
  items: string
  fixed: string
  delivery: string
  vat: string
  total: string
  link: string
}

/** The text part of a confirmation. */
export function readMailText(text: string, language: Language): ShownMail {
  const plain = text.replace(/[\u00a0\u202f]/g, ' ')
  const amount = (name: RegExp): string => {
    const line = plain.split('\n').find((each) => name.test(each))
    return line === undefined ? 'nothing' : moneyIn(line.slice(line.indexOf(':') + 1), language)
  }
  const lines = plain
    .split('\n')
    .map((line) => /^(\d+) x .*\(([^()]+)\) {2}(?:(.+?)(?:\/st| each) {2})?(.+)$/.exec(line))
    .filter((found) => found !== null)
  return {
    lines: lines.map(([, quantity = '', sku = '', each, total = '']) => ({
      sku,
      quantity,
      each: each === undefined ? '' : moneyIn(each, language),
      total: moneyIn(total, language),
    })),
    items: amount(/^(Delar|Parts):/),
    fixed: amount(/^(Rabatt|Discount):/),
    delivery: amount(/^(Frakt|Delivery): /),
    vat: amount(/^(Varav moms|Of which VAT|of which VAT|VAT)/),
    total: amount(/^(Totalt|Total|Summa):/),
    link: /https?:\/\/[^/\s]+(\/\S+[?&]token=[\w-]+)/.exec(plain)?.[1] ?? '',
  }
}
