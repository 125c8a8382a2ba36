import { centred, fitting, words, wordsWidth } from './lettering.ts'
import type { Measures } from './measures.ts'
import { accent, wash } from './palette.ts'
import { path, scaled, tenth, turn } from './strokes.ts'

/** How much smaller than in its main picture a part is drawn beside its measures. */
const scale = 0.76
const origin = { x: 12, y: 50 }
/** Where the lines with figures stand: below the part and to its right. */
const below = 424
const beside = 412

/** The part as a line drawing: no surfaces, contacts and other accents pale, thinner outlines. */
function outlined(body: string): string {
  return body
    .replaceAll(` fill="${accent}"`, ` fill="${wash}"`)
    .replaceAll(new RegExp(` fill="#(?!${wash.slice(1)})[0-9a-f]{3,6}"`, 'g'), '')
    .replaceAll(/<g stroke="#[0-9a-f]{3,6}">/g, '<g>')
    .replaceAll(/<path stroke="#[0-9a-f]{3,6}"/g, '<path stroke="#fff"')
}

/** A dimension drawing: the part in outline, lines with arrows, figures in millimetres and a line of notes. */
export function dimensionDrawing(body: string, { frame, wide, high, notes }: Measures): string {
  const at = (x: number, y: number) => ({ x: origin.x + x * scale, y: origin.y + y * scale })
  const [from, to] = [at(frame.left, frame.top), at(frame.left + frame.width, frame.top + frame.height)]
  const note = notes.filter(Boolean).join(' / ')
  return [
    scaled(scale, origin.x, origin.y, `<g stroke-width="4">${outlined(body)}</g>`),
    `<g stroke="${accent}" stroke-width="3">`,
    wide === undefined ? '' : across(from.x, to.x, to.y + 6, `${wide} MM`),
    high === undefined ? '' : turn(-90, 240, 240, across(480 - to.y, 480 - from.y, to.x + 6, `${high} MM`, beside)),
    '</g>',
    note ? words(note, 24, 20, fitting(note, 430, 24)) : '',
  ].join('')
}

/** A horizontal dimension line between two extension lines, with its figure in a gap or, when it is short, beside. */
function across(from: number, to: number, start: number, text: string, line = below): string {
  const size = 24
  const middle = (from + to) / 2
  const room = wordsWidth(text, size) + 20
  const isShort = to - from < room + 44
  const gap = isShort ? 0 : room / 2
  const [a, b] = [tenth(from), tenth(to)]
  const top = Math.min(start, line - 12)
  const shaft = isShort
    ? `M${a} ${line}H${b}`
    : `M${a} ${line}H${tenth(middle - gap)}M${tenth(middle + gap)} ${line}H${b}`
  const arrows = `M${tenth(from + 12)} ${line - 6}L${a} ${line}l12 6M${tenth(to - 12)} ${line - 6}L${b} ${line}l-12 6`
  const figure = isShort ? Math.min(Math.max(middle, room / 2 + 8), 472 - room / 2) : middle
  return (
    path(`M${a} ${tenth(top)}V${line + 10}M${b} ${tenth(top)}V${line + 10}${shaft}${arrows}`) +
    centred(text, figure, isShort ? line + 18 : line - 12, size)
  )
}
