import { encodeQR } from 'qr'
import type { Language } from '../../../domain/places/locales.ts'
import { isComplaint, type ReturnReason } from '../../../domain/orders/returns.ts'
import type { Seller } from '../../../domain/places/seller.ts'
import { formatDate } from '../../../i18n/formats.ts'
import { translator } from '../../../i18n/translator.ts'
import {
  bottom,
  left,
  openPaper,
  right,
  row,
  rule,
  stack,
  top,
  write,
  type Column,
  type Paper,
} from '../documents/pdf-page.ts'

export type SlipContent = {
  number: string
  orderNumber: string
  registeredAt: string
  sender: readonly string[]
  seller: Seller
  lines: readonly { sku: string; name: string; quantity: number; reason: ReturnReason }[]
}

const columns = {
  sku: { at: left, width: 100, align: 'left' },
  name: { at: 158, width: 190, align: 'left' },
  quantity: { at: 352, width: 40, align: 'right' },
  reason: { at: 404, width: right - 404, align: 'left' },
} as const satisfies Record<string, Column>
const half: Column = { at: left, width: 230, align: 'left' }
const aside: Column = { at: 300, width: 150, align: 'left' }
const wide: Column = { at: left, width: right - left, align: 'left' }
/** In PDF points (1/72 inch). */
const codeSize = 80

/**
 * Draws the return slip as a PDF in a language: the contents and reasons, the address, and the return's number as a QR
 * code.
 */
export async function drawReturnSlip(content: SlipContent, language: Language): Promise<Buffer> {
  const { number, orderNumber, registeredAt, sender, seller, lines } = content
  const t = translator(language)
  const { paper, finished } = openPaper({
    title: `${t('orders:slip.title')} ${number}`,
    author: seller.name,
    at: registeredAt,
    language,
  })
  write(paper, 'bold', 20)
  stack(paper, top, [t('orders:slip.title'), number], half)
  drawCode(paper, number)
  write(paper, 'regular', 10)
  stack(
    paper,
    top + 3,
    [
      `${t('orders:document.order')}: ${orderNumber}`,
      `${t('orders:document.date')}: ${formatDate(registeredAt, language)}`,
    ],
    aside,
  )
  drawAddresses(paper, {
    to: [t('orders:slip.to'), seller.name, ...seller.address],
    from: [t('orders:slip.from'), ...sender],
  })
  drawLines(paper, lines, language)
  const pays = lines.every(({ reason }) => isComplaint(reason))
    ? 'orders:return.shop_pays'
    : 'orders:return.shopper_pays'
  write(paper, 'regular', 10)
  stack(
    paper,
    paper.y + 12,
    [t('orders:slip.print'), t(pays), t('orders:return.refund'), `${seller.email} · ${seller.phone}`],
    wide,
  )
  paper.end()
  return finished
}

/** Draws the number as a QR code in the upper right corner, for warehouse scanners. */
function drawCode(paper: Paper, number: string): void {
  const code = encodeQR(number, 'raw', { border: 1 })
    .slice(1, -1)
    .map((cells) => cells.slice(1, -1))
  const module = codeSize / code.length
  for (const [y, cells] of code.entries()) {
    for (const [x, isDark] of cells.entries()) {
      if (isDark) paper.rect(right - codeSize + x * module, top + y * module, module, module)
    }
  }
  paper.fill('black')
}

function drawAddresses(paper: Paper, { to, from }: Record<'to' | 'from', readonly string[]>): void {
  const y = top + codeSize + 24
  const ends = (
    [
      [to, half],
      [from, { ...aside, width: right - aside.at }],
    ] as const
  ).map(([[head = '', ...rows], column]) => {
    write(paper, 'regular', 9)
    const from = stack(paper, y, [head], column)
    write(paper, 'bold', 12)
    return stack(paper, from + 2, rows, column)
  })
  paper.y = Math.max(...ends) + 24
}

function drawLines(paper: Paper, lines: SlipContent['lines'], language: Language): void {
  const t = translator(language)
  write(paper, 'bold', 9)
  const end = row(paper, paper.y, [
    [t('orders:document.sku'), columns.sku],
    [t('orders:document.part'), columns.name],
    [t('orders:document.quantity'), columns.quantity],
    [t('orders:return.reason'), columns.reason],
  ])
  rule(paper, end + 3)
  paper.y = end + 9
  write(paper, 'regular', 10)
  for (const { sku, name, quantity, reason } of lines) {
    if (paper.y > bottom) {
      paper.addPage()
      paper.y = top
    }
    paper.y =
      row(paper, paper.y, [
        [sku, columns.sku],
        [name, columns.name],
        [String(quantity), columns.quantity],
        [t(`orders:return_reason.${reason}`), columns.reason],
      ]) + 4
  }
  rule(paper, paper.y + 2)
}
