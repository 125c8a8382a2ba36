import { tenth } from './strokes.ts'

/**
 * A single-stroke alphabet on a 4 by 6 grid, so that drawings do not depend on installed fonts: points are digit pairs,
 * `|` lifts the pen.
 */
const glyphs: Record<string, string> = {
  A: '06022042 46|0444',
  B: '0600304142334403|334445 3606',
  C: '4130100105163645',
  D: '0600 3041 4536 06',
  E: '40000646|0333',
  F: '400006|0333',
  G: '4130100105163645 4323',
  H: '0006|4046|0343',
  I: '1016',
  J: '4045361605',
  K: '0006|4003 46',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  O: '1001051636454130 10',
  P: '0600304142330 3',
  Q: '1001051636454130 10|3446',
  R: '06003041423303|2346',
  S: '41301001021333444536 1605',
  T: '0040|2026',
  U: '0005163645 40',
  V: '002640',
  W: '0016233640',
  X: '0046|4006',
  Y: '002340|2326',
  Z: '00400646',
  0: '1001051636454130 10|1432',
  1: '012026|0646',
  2: '01103041420646',
  3: '01103041423323|3344 45361605',
  4: '3630044 4',
  5: '4000023243453606',
  6: '4130100105163645433203',
  7: '00401 6',
  8: '10010213334241301 0|1304051636454433',
  9: '4313020110304145361605',
  Å: '060312324346|0545|2021',
  Ä: '060312324346|0545|1011|3031',
  Ö: '12324345361605 0312|1011|3031',
  Ø: '1001051636454130 10|4006',
  '×': '0244|0442',
  '"': '1012|3032',
  ',': '1617',
  '-': '1333',
  '+': '2125|0343',
  '.': '1516',
  '/': '4006',
}

/** The strokes of a letter whose left edge is `left` units from the first letter's. */
const glyphPath = (glyph: string, left: number): string =>
  glyph
    .split('|')
    .map((stroke) => stroke.replaceAll(' ', '').match(/../g) ?? [])
    .map((points) => points.map(([column, row]) => [left + Number(column), Number(row)] as const))
    .map((points) => points.map((point, at) => step(points[at - 1], point)).join(''))
    .join('')

function step(from: readonly [number, number] | undefined, [x, y]: readonly [number, number]): string {
  if (!from) return `M${x} ${y}`
  const [right, down] = [x - from[0], y - from[1]]
  if (down === 0) return `h${right}`
  return right === 0 ? `v${down}` : `l${right}${down < 0 ? '' : ' '}${down}`
}

const advance = (letter: string): number => ('I.,'.includes(letter) ? 4 : 6)

/** Draws capital letters, digits and - + . / from the left edge; `size` is the letter height and the usual advance. */
export function words(text: string, x: number, y: number, size: number): string {
  const unit = size / 6
  let left = 0
  const drawn = [...text].map((letter) => {
    const d = glyphPath(glyphs[letter] ?? '', left)
    left += advance(letter)
    return d
  })
  const place = `transform="translate(${tenth(x)} ${tenth(y)})scale(${hundredth(unit)})"`
  const stroke = hundredth(Math.max(2, size * 0.125) / unit)
  return `<path fill="none" stroke-width="${stroke}" ${place} d="${drawn.join('')}"/>`
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100
}

/** The width of a text drawn by `words`. */
export function wordsWidth(text: string, size: number): number {
  return ([...text].reduce((sum, letter) => sum + advance(letter), -2) * size) / 6
}

/** The largest size, at most `size`, at which a text is no wider than `width`. */
export function fitting(text: string, width: number, size: number): number {
  return Math.min(size, (size * width) / Math.max(1, wordsWidth(text, size)))
}

/** Like `words`, centred on x. */
export function centred(text: string, x: number, y: number, size: number): string {
  return words(text, x - wordsWidth(text, size) / 2, y, size)
}
