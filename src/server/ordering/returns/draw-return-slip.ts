import { encodeQR } from 'qr'
import type { ReturnReason } from '../../../domain/orders/returns.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { Seller } from '../../../domain/places/seller.ts'
import { formatDate } from '../../../i18n/formats.ts'
import { translator } from '../../../i18n/translator.ts'
import {
  bottom,
  left,
  openPdf,
  right,
  row,
  rule,
  stackLines,
  top,
  write,
  type Column,
  type PdfDocument,
} from '../documents/pdf-page.ts'

export type SlipContent = {
  number: string
  orderNumber: string
  isPaidByShop: boolean
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
  const { pdf, finished } = await openPdf({
    title: `${t('orders:slip.title')} ${number}`,
    author: seller.name,
    at: registeredAt,
    language,
  })
  write(pdf, 'bold', 20)
  stackLines(pdf, top, [t('orders:slip.title'), number], half)
  drawCode(pdf, number)
  write(pdf, 'regular', 10)
  stackLines(
    pdf,
    top + 3,
    [
      `${t('orders:document.order')}: ${orderNumber}`,
      `${t('orders:document.date')}: ${formatDate(registeredAt, { language, home: seller })}`,
    ],
    aside,
  )
  drawAddresses(pdf, {
    to: [t('orders:slip.to'), seller.name, ...seller.address],
    from: [t('orders:slip.from'), ...sender],
  })
  drawLines(pdf, lines, language)
  const pays = content.isPaidByShop ? 'orders:return.shop_pays' : 'orders:return.shopper_pays'
  write(pdf, 'regular', 10)
  stackLines(
    pdf,
    pdf.y + 12,
    [t('orders:slip.print'), t(pays), t('orders:return.refund'), `${seller.email} · ${seller.phone}`],
    wide,
  )
  pdf.end()
  return finished
}

/** Draws the number as a QR code in the upper right corner, for warehouse scanners. */
function drawCode(pdf: PdfDocument, number: string): void {
  const code = encodeQR(number, 'raw', { border: 1 })
    .slice(1, -1)
    .map((cells) => cells.slice(1, -1))
  const module = codeSize / code.length
  for (const [y, cells] of code.entries()) {
    for (const [x, isDark] of cells.entries()) {
      if (isDark) pdf.rect(right - codeSize + x * module, top + y * module, module, module)
    }
  }
  pdf.fill('black')
}

function drawAddresses(pdf: PdfDocument, { to, from }: Record<'to' | 'from', readonly string[]>): void {
  const y = top + codeSize + 24
  const ends = (
    [
      [to, half],
      [from, { ...aside, width: right - aside.at }],
    ] as const
  ).map(([[head = '', ...rows], column]) => {
    write(pdf, 'regular', 9)
    const from = stackLines(pdf, y, [head], column)
    write(pdf, 'bold', 12)
    return stackLines(pdf, from + 2, rows, column)
  })
  pdf.y = Math.max(...ends) + 24
}

function drawLines(pdf: PdfDocument, lines: SlipContent['lines'], language: Language): void {
  const t = translator(language)
  write(pdf, 'bold', 9)
  const end = row(pdf, pdf.y, [
    [t('orders:document.sku'), columns.sku],
    [t('orders:document.part'), columns.name],
    [t('orders:document.quantity'), columns.quantity],
    [t('orders:return.reason'), columns.reason],
  ])
  rule(pdf, end + 3)
  pdf.y = end + 9
  write(pdf, 'regular', 10)
  for (const { sku, name, quantity, reason } of lines) {
    if (pdf.y > bottom) {
      pdf.addPage()
      pdf.y = top
    }
    pdf.y =
      row(pdf, pdf.y, [
        [sku, columns.sku],
        [name, columns.name],
        [String(quantity), columns.quantity],
        [t(`orders:return_reason.${reason}`), columns.reason],
      ]) + 4
  }
  rule(pdf, pdf.y + 2)
}
