import { fitting, words } from './lettering.ts'
import { accent, dark, ground, ink, mid, pale, paper, steel } from './palette.ts'
import { printed } from './printed.ts'
import { box, disc, flat, inked, path, repeat, tenth, thin } from './strokes.ts'
import type { Subject } from './subject.ts'

export function screw(x: number, y: number, radius = 11): string {
  const arm = tenth(radius * 0.45)
  return thin(disc(x, y, radius, pale), path(`M${tenth(x - arm)} ${y}h${2 * arm}M${x} ${tenth(y - arm)}v${2 * arm}`))
}

export function hole(x: number, y: number, radius = 9): string {
  return thin(disc(x, y, radius, ground))
}

/** A row of contacts in the accent colour, each `width` by `height`, `pitch` apart. */
export function contacts(
  x: number,
  y: number,
  count: number,
  pitch: number,
  width: number,
  height: number,
  fill = accent,
): string {
  return flat(
    path(
      repeat(count, (index) => `M${tenth(x + index * pitch)} ${y}h${width}v${height}h${-width}z`),
      fill,
    ),
  )
}

/** Parallel lines: `dx`, `dy` from one to the next. */
export function hatch(x: number, y: number, count: number, dx: number, dy: number, line: string): string {
  return thin(path(repeat(count, (index) => `M${tenth(x + index * dx)} ${tenth(y + index * dy)}${line}`)))
}

/** A chip with a dot at pin one. */
export function chip(x: number, y: number, width: number, height: number, fill = dark): string {
  return thin(box(x, y, width, height, fill, 4), flat(disc(x + 9, y + 9, 3, mid)))
}

/** A chip with legs on all four sides. */
export function leggedChip(x: number, y: number, side: number): string {
  const count = Math.floor(side / 12)
  const start = (side - (count - 1) * 12) / 2
  return (
    hatch(x + start, y - 8, count, 12, 0, `v${side + 16}`) +
    hatch(x - 8, y + start, count, 0, 12, `h${side + 16}`) +
    chip(x, y, side, side)
  )
}

/** A cable: an ink line with a narrower coloured line on top, so that both edges are outlined. */
export function cable(d: string, width = 14, colour = dark, edge = 6): string {
  const cap = width > 30 ? ' stroke-linecap="butt"' : ''
  return (
    `<g fill="none"${cap}><path d="${d}" stroke-width="${width + edge}"/>` +
    `<path stroke="${colour}" d="${d}" stroke-width="${width - edge}"/></g>`
  )
}

/** Parallel wires of a harness, `dx`, `dy` apart. */
export function wires(x: number, y: number, count: number, dx: number, dy: number, run: string): string {
  const tones = [accent, ink, steel, ink, accent, ink]
  const wire = (index: number) => inked(tones[index] ?? ink, path(`M${x + index * dx} ${y + index * dy}${run}`))
  return `<g stroke-width="5">${repeat(count, wire)}</g>`
}

/**
 * A white sticker: an accent band, the part's number, its ratings with the first one largest, and bars where there is
 * room.
 */
export function label(
  x: number,
  y: number,
  width: number,
  height: number,
  { number, facts }: Pick<Subject, 'number' | 'facts'>,
  ratings = printed(facts),
): string {
  const band = Math.min(height * 0.12, 16)
  const [first = '', ...rest] = ratings.filter(Boolean)
  const small = Math.min(fitting(number, width - 20, 24), Math.max(height * 0.17, 14))
  const top = y + band + 7
  const others = height < 108 ? '' : rest.join(' ')
  const size = others ? Math.min(fitting(others, width - 20, small), height * 0.16) : 0
  const free = y + height - (top + small + 9) - (size ? size + 9 : 0) - 8
  const big = first ? Math.min(fitting(first, width - 20, 72), free) : 0
  return thin(
    box(x, y, width, height, paper, 5),
    flat(box(x + 1.5, y + 1.5, width - 3, band, accent, 3)),
    words(number, x + 10, top, small),
    big > 9 ? words(first, x + 10, top + small + 9, big) : '',
    size > 6 ? words(others, x + 10, y + height - size - 8, size) : '',
  )
}

/** Curved fan blades between two radii, tilted by `lean` radians. */
export function blades(x: number, y: number, inner: number, outer: number, count: number, lean: number): string {
  const at = (radius: number, angle: number): string =>
    `${tenth(x + radius * Math.cos(angle))} ${tenth(y + radius * Math.sin(angle))}`
  return path(
    repeat(count, (index) => {
      const angle = (2 * Math.PI * index) / count
      return `M${at(inner, angle)}Q${at((inner + outer) / 2, angle + lean * 0.15)} ${at(outer, angle + lean)}`
    }),
  )
}
