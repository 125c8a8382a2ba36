import type { Language } from '../../../domain/places/locales.ts'
import { unbrokenAmounts } from '../../../i18n/unbroken-amounts.ts'
import type { DocumentContent } from './document-content.ts'
import { carriedAmount, documentTexts } from './document-texts.ts'
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
import { shownAmounts } from './shown-amounts.ts'

const columns = {
  sku: { at: left, width: 95, align: 'left' },
  name: { at: 150, width: 140, align: 'left' },
  quantity: { at: 292, width: 36, align: 'right' },
  unit: { at: 330, width: 90, align: 'right' },
  rate: { at: 422, width: 42, align: 'right' },
  amount: { at: 466, width: 79, align: 'right' },
} as const satisfies Record<string, Column>
const wide: Column = { at: left, width: right - left, align: 'left' }
/** The names of sums end where those of amounts begin. */
const sumName: Column = { at: 150, width: 310, align: 'right' }
const aside: Column = { at: 330, width: right - 330, align: 'left' }
const half: Column = { at: left, width: 260, align: 'left' }

/** Draws a document as an A4 PDF. The output has no current date, so that the same content gives the same bytes. */
export async function drawDocument(content: DocumentContent, language: Language): Promise<Buffer> {
  const texts = documentTexts(content, language)
  const { pdf, finished } = await openPdf({
    title: `${texts.title} ${content.number}`,
    author: content.seller.name,
    at: content.issuedAt,
    language,
  })
  drawHead(pdf, content, texts)
  const shown = shownAmounts(content)
  for (const line of shown.lines) drawLine(pdf, line, texts)
  drawSums(pdf, content, shown, texts)
  drawFooters(pdf, content, texts)
  pdf.end()
  return finished
}

type Texts = ReturnType<typeof documentTexts>
type Shown = ReturnType<typeof shownAmounts>

function drawHead(pdf: PdfDocument, { seller, number }: DocumentContent, texts: Texts): void {
  write(pdf, 'bold', 16)
  row(pdf, top, [
    [seller.name, half],
    [`${texts.title} ${number}`, aside],
  ])
  write(pdf, 'regular', 9.5)
  const facts = texts.facts.map(([name, value]) => `${name}: ${value}`)
  const ends = [stackLines(pdf, 90, texts.buyer, half), stackLines(pdf, 90, facts, aside)]
  pdf.y = Math.max(...ends) + 24
  drawTableHead(pdf, texts)
}

function drawTableHead(pdf: PdfDocument, { heads }: Texts): void {
  write(pdf, 'bold', 9)
  const y = pdf.y
  const end = row(pdf, y, [
    [heads.sku, columns.sku],
    [heads.name, columns.name],
    [heads.quantity, columns.quantity],
    [heads.unit, columns.unit],
    [heads.rate, columns.rate],
    [heads.amount, columns.amount],
  ])
  write(pdf, 'regular', 9)
  rule(pdf, end + 3)
  pdf.y = end + 9
}

function drawLine(pdf: PdfDocument, line: Shown['lines'][number], texts: Texts): void {
  const cells: Cell[] = [
    [line.sku, columns.sku],
    [unbrokenAmounts(line.name), columns.name],
    [String(line.quantity), columns.quantity],
    [texts.amount(line.unit), columns.unit],
    [texts.rate(line.rate), columns.rate],
    [texts.amount(line.gross), columns.amount],
  ]
  ensureSpace(pdf, heightOf(pdf, cells) + (line.discount > 0 ? 16 : 4), texts)
  pdf.y = row(pdf, pdf.y, cells) + 3
  if (line.discount > 0)
    pdf.y =
      row(pdf, pdf.y, [
        [texts.discount, columns.name],
        [texts.amount(-line.discount), columns.amount],
      ]) + 3
}

function drawSums(pdf: PdfDocument, content: DocumentContent, shown: Shown, texts: Texts): void {
  ensureSpace(pdf, 104 + content.rates.length * 14 + texts.notes.length * 14, texts)
  rule(pdf, pdf.y)
  pdf.y += 8
  const sums: [string, string][] = [
    ...(shown.recalculated === 0 ? [] : [[texts.recalculated, texts.amount(shown.recalculated)] as [string, string]]),
    ...(shown.allowance === 0 ? [] : [[texts.allowance, texts.amount(shown.allowance)] as [string, string]]),
    ...(shown.delivery > 0 ? [[texts.delivery, texts.amount(shown.delivery)] as [string, string]] : []),
    ...(shown.exVat === null ? [] : [[texts.exVat, texts.amount(shown.exVat)] as [string, string]]),
    ...content.rates.map(({ rate, net, vat }): [string, string] => [texts.vatOf(rate, net), texts.amount(vat)]),
    ...(content.giftCard ? [[texts.giftCard, texts.amount(-content.giftCard)] as [string, string]] : []),
  ]
  for (const [name, value] of sums)
    pdf.y =
      row(pdf, pdf.y, [
        [name, sumName],
        [value, columns.amount],
      ]) + 3
  write(pdf, 'bold', 11)
  const carried = carriedAmount(content, texts)
  const width = Math.max(columns.amount.width, Math.ceil(pdf.widthOfString(carried)) + 1)
  pdf.y =
    row(pdf, pdf.y + 4, [
      [texts.total, { ...sumName, width: right - width - 6 - sumName.at }],
      [carried, { at: right - width, width, align: 'right' }],
    ]) + 18
  write(pdf, 'regular', 9.5)
  for (const note of texts.notes) pdf.y = row(pdf, pdf.y, [[note, wide]]) + 3
}

/** Starts a new page with the table's header if `height` points do not fit. */
function ensureSpace(pdf: PdfDocument, height: number, texts: Texts): void {
  if (pdf.y + height <= bottom) return
  pdf.addPage()
  pdf.y = top
  drawTableHead(pdf, texts)
}

/** Draws the footer with the seller's details, the document's number and that of the page on every page. */
function drawFooters(pdf: PdfDocument, { seller, number }: DocumentContent, texts: Texts): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    write(pdf, 'regular', 8)
    rule(pdf, 765)
    const third = (right - left) / 3
    const parts = [
      [seller.name, ...seller.address],
      texts.legal,
      [seller.email, seller.phone, `${texts.title} ${number}`, texts.page(page - start + 1, count)],
    ]
    parts.forEach((lines, at) =>
      stackLines(pdf, 772, lines, { at: left + at * third, width: third - 8, align: 'left' }),
    )
  }
}
