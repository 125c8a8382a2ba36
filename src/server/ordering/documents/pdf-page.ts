import { createRequire } from 'node:module'
import Pdf from 'pdfkit'
import type { Language } from '../../../domain/places/locales.ts'

/** An A4 PDF document. */
export type Paper = PDFKit.PDFDocument
export type Column = { at: number; width: number; align: 'left' | 'right' }
export type Cell = readonly [text: string, column: Column]
type Weight = 'regular' | 'bold'
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
const pens = new WeakMap<Paper, { font: (typeof fonts)[Weight]; size: number }>()
/** Helvetica's ascent relative to its size; used to put both fonts on the same baseline. */
const ascent = 0.718

/**
 * Opens a PDF without the current date, so that the same content gives the same bytes. `finished` resolves to them
 * after `end()`.
 */
export function openPaper({ title, author, at, language }: About): { paper: Paper; finished: Promise<Buffer> } {
  const paper = new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: language,
    info: { Title: title, Author: author, Creator: author, CreationDate: new Date(at) },
  })
  return { paper, finished: bytesOf(paper) }
}

export function write(paper: Paper, weight: Weight, size: number): void {
  const font = fonts[weight]
  pens.set(paper, { font, size })
  paper.font(font.everywhere).fontSize(size)
}

/** Writes lines below each other; returns the y coordinate after the last one. */
export function stack(paper: Paper, from: number, lines: readonly string[], column: Column): number {
  return lines.reduce((y, line) => row(paper, y, [[line, column]]) + 2, from)
}

/** Writes cells next to each other; returns the y coordinate below the tallest. */
export function row(paper: Paper, y: number, cells: readonly Cell[]): number {
  const height = heightOf(paper, cells)
  for (const [text, { at, width, align }] of cells)
    inLetters(paper, text, (printable, baseline) => paper.text(printable, at, y, { width, align, ...baseline }))
  return y + height
}

export function heightOf(paper: Paper, cells: readonly Cell[]): number {
  return Math.max(
    ...cells.map(([text, { width }]) =>
      inLetters(paper, text, (printable) => paper.heightOfString(printable, { width })),
    ),
  )
}

export function rule(paper: Paper, y: number): void {
  paper.moveTo(left, y).lineTo(right, y).lineWidth(0.5).stroke()
}

const special: Readonly<Record<string, string>> = { '\u2212': '-', '\u202f': '\u00a0', '\u2009': ' ' }
const windows1252 = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/
/** Characters that Arimo has: Latin, Greek and Cyrillic letters with marks, digits, punctuation and symbols. */
const drawable = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/u

type Baseline = { baseline?: number }

/** Calls `act` with the font set that has the letters of a text. Letters of unsupported scripts become "?". */
function inLetters<Result>(paper: Paper, text: string, act: (printable: string, baseline: Baseline) => Result): Result {
  const plain = Array.from(text.normalize('NFC'), (letter) => special[letter] ?? letter).join('')
  const pen = pens.get(paper)
  if (!pen || windows1252.test(plain)) return act(plain, {})
  try {
    paper.font(fontFiles.resolve(`@expo-google-fonts/arimo/${pen.font.embedded}`))
    return act(Array.from(plain, (letter) => (drawable.test(letter) ? letter : '?')).join(''), {
      baseline: -ascent * pen.size,
    })
  } finally {
    paper.font(pen.font.everywhere)
  }
}

function bytesOf(paper: Paper): Promise<Buffer> {
  const chunks: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  paper.on('data', (chunk: Buffer) => chunks.push(chunk))
  paper.on('end', () => resolve(Buffer.concat(chunks)))
  paper.on('error', reject)
  return promise
}
