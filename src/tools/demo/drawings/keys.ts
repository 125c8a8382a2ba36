import { accent, paper } from './palette.ts'
import { box, thin } from './strokes.ts'

/** One row of keys: widths in key units, filling the row from x to x + width. */
export function keyRow(
  x: number,
  y: number,
  width: number,
  height: number,
  units: readonly number[],
  marked = -1,
): string {
  const unit = (width + 6) / units.reduce((sum, next) => sum + next, 0)
  let left = x
  return units
    .map((size, index) => {
      const key = box(left, y, size * unit - 6, height, index === marked ? accent : paper, 4)
      left += size * unit
      return key
    })
    .join('')
}

const row = (count: number): number[] => Array.from({ length: count }, () => 1)

/** The letter block of a keyboard: five rows, `across` keys wide, with one accented key. */
export function keys(x: number, y: number, width: number, height: number, across: number, marked: number): string {
  const tall = (height - 24) / 5
  const rows = [
    row(across + 1),
    [...row(across - 1), 2],
    [1.5, ...row(across - 2), 1.5],
    [2, ...row(across - 3), 2],
    [1.3, 1, 1, across - 5.6, 1, 1.3],
  ]
  return thin(
    rows
      .map((units, index) =>
        keyRow(x, y + index * (tall + 6), width, tall, units, index === marked ? units.length - 1 : -1),
      )
      .join(''),
  )
}
