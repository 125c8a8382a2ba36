import { createRequire } from 'node:module'
import type { Language } from '../../../domain/places/locales.ts'

/** An A4 PDF document. */
export type PdfDocument = PDFKit.PDFDocument
export type Column = { at: number; width: number; align: 'left' | 'right' }
export type Cell = readonly [text: string, column: Column]
type Weight = 'regular' | 'bold'
type OpenPdf = { pdf: PdfDocument; finished: Promise<Buffer> }
type About = { title: string; author: string; at: string; language: Language }

export const [left, right, top, bottom] = [50, 545, 50, 740]

/**
 * Helvetica is built into every PDF reader. Arimo, which has the same letter widths, is embedded only for letters that
 * Helvetica lacks.
 */
const fonts = {
  regular: { everywhere: 'Helvetica', embedded: '400Regular/Arimo_400Regular.ttf' },
  bold: { everywhere: 'Helvetica-Bold', embedded: '700Bold/Arimo_700Bold.ttf' },
} as const satisfies Record<Weight, { everywhere: string; embedded: string }>
const fontFiles = createRequire(import.meta.url)
const pens = new WeakMap<PdfDocument, { font: (typeof fonts)[Weight]; size: number }>()
/** Helvetica's ascent relative to its size; used to put both fonts on the same baseline. */
const ascent = 0.718

/**
 * Opens a PDF without the current date, so that the same content gives the same bytes. `finished` resolves to them
 * after `end()`. The library is loaded with the first document: with its fonts it takes 5 MB of memory.
 */
export async function openPdf({ title, author, at, language }: About): Promise<OpenPdf> {
  const { default: Pdf } = await import('pdfkit')
  const pdf = new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: language,
    info: { Title: title, Author: author, Creator: author, CreationDate: new Date(at) },
  })
  return { pdf, finished: bytesOf(pdf) }
}

export function write(pdf: PdfDocument, weight: Weight, size: number): void {
  const font = fonts[weight]
  pens.set(pdf, { font, size })
  pdf.font(font.everywhere).fontSize(size)
}

/** Writes lines below each other; returns the y coordinate after the last one. */
export function stackLines(pdf: PdfDocument, from: number, lines: readonly string[], column: Column): number {
  return lines.reduce((y, line) => row(pdf, y, [[line, column]]) + 2, from)
}

/** Writes cells next to each other; returns the y coordinate below the tallest. */
export function row(pdf: PdfDocument, y: number, cells: readonly Cell[]): number {
  const height = heightOf(pdf, cells)
  for (const [text, { at, width, align }] of cells)
    inLetters(pdf, text, (printable, baseline) => pdf.text(printable, at, y, { width, align, ...baseline }))
  return y + height
}

export function heightOf(pdf: PdfDocument, cells: readonly Cell[]): number {
  return Math.max(
    ...cells.map(([text, { width }]) => inLetters(pdf, text, (printable) => pdf.heightOfString(printable, { width }))),
  )
}

export function rule(pdf: PdfDocument, y: number): void {
  pdf.moveTo(left, y).lineTo(right, y).lineWidth(0.5).stroke()
}

const special: Readonly<Record<string, string>> = { '\u2212': '-', '\u202f': '\u00a0', '\u2009': ' ' }
const windows1252 = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/
/** Characters that Arimo has: Latin, Greek and Cyrillic letters with marks, digits, punctuation and symbols. */
const drawable = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/u

type Baseline = { baseline?: number }

/** Calls `act` with the font set that has the letters of a text. Letters of unsupported scripts become "?". */
function inLetters<Result>(
  pdf: PdfDocument,
  text: string,
  act: (printable: string, baseline: Baseline) => Result,
): Result {
  const plain = Array.from(text.normalize('NFC'), (letter) => special[letter] ?? letter).join('')
  const pen = pens.get(pdf)
  if (!pen || windows1252.test(plain)) return act(plain, {})
  try {
    pdf.font(fontFiles.resolve(`@expo-google-fonts/arimo/${pen.font.embedded}`))
    return act(Array.from(plain, (letter) => (drawable.test(letter) ? letter : '?')).join(''), {
      baseline: -ascent * pen.size,
    })
  } finally {
    pdf.font(pen.font.everywhere)
  }
}

function bytesOf(pdf: PdfDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  pdf.on('end', () => resolve(Buffer.concat(chunks)))
  pdf.on('error', reject)
  return promise
}
