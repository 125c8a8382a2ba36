import type { OrderDelivery } from '../../../domain/cart/delivery-points.ts'
import type { Home } from '../../../domain/places/home.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { deliveryName, placeRows } from '../../../i18n/delivery-texts.ts'
import { formatDate } from '../../../i18n/formats.ts'
import { translator, type Translate } from '../../../i18n/translator.ts'
import { code128 } from './code-128.ts'
import {
  bottom,
  heightOf,
  left,
  openPdf,
  right,
  row,
  rule,
  stackLines,
  top,
  write,
  type Cell,
  type Column,
  type PdfDocument,
} from './pdf-page.ts'

export type PackingSlip = {
  number: string
  language: Language
  home: Home
  placedAt: string
  seller: readonly string[]
  address: readonly string[]
  delivery: OrderDelivery
  message: string
  lines: readonly SlipLine[]
}
/** A line, and the parts of a set. */
type SlipLine = SlipPart & { ordered: number; pieces: readonly SlipPart[] }
type SlipPart = { sku: string; name: string; units: number }

const columns = {
  sku: { at: left, width: 95, align: 'left' },
  name: { at: 150, width: 170, align: 'left' },
  units: { at: 322, width: 50, align: 'right' },
} as const satisfies Record<string, Column>
const code = { at: 385, width: right - 385 }
const half: Column = { at: left, width: 250, align: 'left' }
const aside: Column = { at: 330, width: right - 330, align: 'left' }
const wide: Column = { at: left, width: right - left, align: 'left' }
const barHeight = 20
/** In points: narrower bars are not read, wider ones only take room. */
const [narrowest, widest] = [0.6, 1.1]

/** Draws the packing slips of orders as one PDF, each in its order's language and on pages of its own. */
export async function drawPackingSlips(
  slips: readonly PackingSlip[],
  { title, author, at, language }: { title: string; author: string; at: string; language: Language },
): Promise<Buffer> {
  const { pdf, finished } = await openPdf({ title, author, at, language })
  slips.forEach((slip, index) => {
    if (index > 0) pdf.addPage()
    drawSlip(pdf, slip)
  })
  pdf.end()
  return finished
}

function drawSlip(pdf: PdfDocument, slip: PackingSlip): void {
  const t = translator(slip.language)
  write(pdf, 'bold', 16)
  row(pdf, top, [
    [slip.seller[0] ?? '', half],
    [t('console-packing:slip.title', { number: slip.number }), aside],
  ])
  drawBars(pdf, slip.number, { at: aside.at, y: top + 26, width: aside.width, height: 30 })
  write(pdf, 'regular', 9.5)
  const sent = [
    t('console-packing:slip.placed', { date: formatDate(slip.placedAt, slip) }),
    t('console-packing:slip.delivery', { name: deliveryName(slip.delivery, t) }),
    ...(slip.delivery.place ? placeRows(slip.delivery.place) : []),
  ]
  const ends = [stackLines(pdf, top + 26, slip.seller.slice(1), half), stackLines(pdf, top + 64, sent, aside)]
  write(pdf, 'regular', 12)
  pdf.y = stackLines(pdf, Math.max(...ends) + 20, slip.address, half) + 20
  drawHead(pdf, t)
  for (const line of slip.lines) drawLine(pdf, line, t)
  rule(pdf, pdf.y)
  write(pdf, 'regular', 9.5)
  if (slip.message !== '')
    row(pdf, pdf.y + 10, [[t('console-packing:slip.message', { text: slip.message.slice(0, 1_000) }), wide]])
}

function drawHead(pdf: PdfDocument, t: Translate): void {
  write(pdf, 'bold', 9)
  const end = row(pdf, pdf.y, [
    [t('console-packing:slip.sku'), columns.sku],
    [t('console-packing:slip.part'), columns.name],
    [t('console-packing:slip.units'), columns.units],
  ])
  rule(pdf, end + 3)
  pdf.y = end + 9
  write(pdf, 'regular', 10)
}

function drawLine(pdf: PdfDocument, { sku, name, units, ordered, pieces }: SlipLine, t: Translate): void {
  const count = units === ordered ? String(units) : t('console-packing:slip.of', { units, ordered })
  drawPart(
    pdf,
    sku,
    [
      [sku, columns.sku],
      [name, columns.name],
      [count, columns.units],
    ],
    t,
  )
  for (const piece of pieces)
    drawPart(
      pdf,
      piece.sku,
      [
        [`+ ${piece.sku}`, columns.sku],
        [t('console-packing:slip.piece', { name: piece.name }), columns.name],
        [String(piece.units), columns.units],
      ],
      t,
    )
}

function drawPart(pdf: PdfDocument, sku: string, cells: Cell[], t: Translate): void {
  const height = Math.max(heightOf(pdf, cells), barHeight) + 8
  if (pdf.y + height > bottom) {
    pdf.addPage()
    pdf.y = top
    drawHead(pdf, t)
  }
  const { y } = pdf
  row(pdf, y, cells)
  drawBars(pdf, sku, { ...code, y, height: barHeight })
  pdf.y = y + height
}

type Box = { at: number; y: number; width: number; height: number }

/** Draws a text as Code 128 where it fits with bars that a scanner can read. */
function drawBars(pdf: PdfDocument, text: string, { at, y, width, height }: Box): void {
  const widths = code128(text)
  if (!widths) return
  const module = Math.min(widest, width / widths.reduce((sum, each) => sum + each, 0))
  if (module < narrowest) return
  let x = at
  widths.forEach((modules, index) => {
    if (index % 2 === 0) pdf.rect(x, y, modules * module, height)
    x += modules * module
  })
  pdf.fill('black')
}
