import { ground, ink, paper } from './palette.ts'

/** The frame of every drawing: 480 units square, outlines 6 units wide. */
export function sheet(body: string): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" width="480" height="480">' +
    `<path fill="${ground}" d="M0 0h480v480H0z"/>` +
    `<g fill="${paper}" stroke="${ink}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round">${body}</g>` +
    '</svg>'
  )
}

/** Picks an option by the variant number. */
export function choose<T>(variant: number, first: T, ...rest: readonly T[]): T {
  return [first, ...rest][variant % (rest.length + 1)] ?? first
}

export function repeat(count: number, part: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index)).join('')
}

/** Rounds to a tenth of a unit, to keep the text short. */
export function tenth(value: number): number {
  return Math.round(value * 10) / 10
}

const fillOf = (fill: string): string => (fill === paper ? '' : ` fill="${fill}"`)

export function box(x: number, y: number, width: number, height: number, fill = paper, radius = 8): string {
  const size = `width="${tenth(width)}" height="${tenth(height)}"`
  return `<rect x="${tenth(x)}" y="${tenth(y)}" ${size} rx="${radius}"${fillOf(fill)}/>`
}

export function disc(x: number, y: number, radius: number, fill = paper): string {
  return `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="${tenth(radius)}"${fillOf(fill)}/>`
}

export function path(d: string, fill = 'none'): string {
  return `<path d="${d}"${fillOf(fill)}/>`
}

/** Details, with half the outline's stroke width. */
export function thin(...parts: string[]): string {
  return `<g stroke-width="3">${parts.join('')}</g>`
}

/** Surfaces without an outline. */
export function flat(...parts: string[]): string {
  return `<g stroke="none">${parts.join('')}</g>`
}

/** Strokes in another colour than ink, for dark surfaces. */
export function inked(colour: string, ...parts: string[]): string {
  return `<g stroke="${colour}">${parts.join('')}</g>`
}

export function move(x: number, y: number, ...parts: string[]): string {
  return `<g transform="translate(${tenth(x)} ${tenth(y)})">${parts.join('')}</g>`
}

/** Mirrors horizontally about the middle of the sheet. */
export function mirror(...parts: string[]): string {
  return `<g transform="matrix(-1 0 0 1 480 0)">${parts.join('')}</g>`
}

/** Scales about the origin, then moves; outlines are scaled too. */
export function scaled(factor: number, x: number, y: number, ...parts: string[]): string {
  return `<g transform="translate(${tenth(x)} ${tenth(y)})scale(${hundredth(factor)})">${parts.join('')}</g>`
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100
}

export function turn(degrees: number, x: number, y: number, ...parts: string[]): string {
  return `<g transform="rotate(${degrees} ${x} ${y})">${parts.join('')}</g>`
}
