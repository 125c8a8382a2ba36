import { centred } from './lettering.ts'
import { accent, paper } from './palette.ts'
import { path, tenth, thin } from './strokes.ts'

type KeyRow = { x: number; y: number; width: number; height: number; units: readonly number[] }

/** The keys of one row as one path: widths in key units, filling the row from x to x + width. */
export function keyRow(
  { x, y, width, height, units }: KeyRow,
  wanted: (index: number) => boolean = () => true,
): string {
  const unit = (width + 6) / units.reduce((sum, next) => sum + next, 0)
  let left = x
  return units
    .map((size, index) => {
      const key = `M${tenth(left)} ${tenth(y)}h${tenth(size * unit - 6)}v${tenth(height)}h${tenth(6 - size * unit)}z`
      left += size * unit
      return wanted(index) ? key : ''
    })
    .join('')
}

const row = (count: number): number[] => Array.from({ length: count }, () => 1)

/** What distinguishes keyboard layouts: the first letters of the upper row, letters at its end, and the Enter key. */
type KeyLayout = { letters: string; end: string; tallEnter: boolean }

const layouts: Readonly<Record<string, KeyLayout>> = {
  nordic: { letters: 'QWERTY', end: 'ÅÖÄ', tallEnter: true },
  german: { letters: 'QWERTZ', end: 'ÜÖÄ', tallEnter: true },
  swiss: { letters: 'QWERTZ', end: 'ÈÉÀ', tallEnter: true },
  french: { letters: 'AZERTY', end: '', tallEnter: true },
  british: { letters: 'QWERTY', end: '', tallEnter: true },
  us: { letters: 'QWERTY', end: '', tallEnter: false },
}

export type KeyBlock = { x: number; y: number; width: number; height: number; layout: string; fill?: string }

/** The letter block of a keyboard in its layout: five rows, the Enter key in the accent colour. */
export function keys({ x, y, width, height, layout, fill = paper }: KeyBlock): string {
  const { letters, end, tallEnter } = layouts[layout] ?? { letters: '', end: '', tallEnter: true }
  const tall = (height - 24) / 5
  const unit = (width + 6) / 15
  const top = (index: number): number => y + index * (tall + 6)
  const rows = [
    [...row(13), 2],
    tallEnter ? [1.5, ...row(12)] : [1.5, ...row(12), 1.5],
    [1.8, ...row(11), ...(tallEnter ? [0.7] : [2.2])],
    tallEnter ? [1.3, ...row(11), 2.7] : [2.3, ...row(10), 2.7],
    [1.3, 1.2, 1.2, 6.3, 1.2, 1.2, 1.3, 1.3],
  ]
  const widths = [15, tallEnter ? 13.5 : 15, tallEnter ? 13.5 : 15, 15, 15]
  const plain = rows.map((units, index) =>
    keyRow(
      { x, y: top(index), width: (widths[index] ?? 15) * unit - 6, height: tall, units },
      (key) => !(index === 2 && !tallEnter && key === units.length - 1),
    ),
  )
  const right = x + width
  const enter = tallEnter
    ? `M${tenth(right - 1.5 * unit + 6)} ${tenth(top(1))}H${tenth(right)}V${tenth(top(2) + tall)}` +
      `h${tenth(8 - 1.2 * unit)}V${tenth(top(1) + tall)}H${tenth(right - 1.5 * unit + 6)}z`
    : `M${tenth(right - 2.2 * unit + 6)} ${tenth(top(2))}H${tenth(right)}v${tenth(tall)}h${tenth(6 - 2.2 * unit)}z`
  const size = Math.min(unit, tall) * 0.5
  const mark = (text: string, column: number, line: number): string =>
    [...text]
      .map((letter, at) => centred(letter, x + (column + at + 0.5) * unit - 3, top(line) + (tall - size) / 2, size))
      .join('')
  return thin(
    path(plain.join(''), fill),
    path(enter, accent),
    mark(letters, 1.5, 1),
    mark(end.slice(0, 1), 11.5, 1),
    mark(end.slice(1), 10.8, 2),
  )
}
