import { readFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { contrast, papers } from '../../../../domain/settings/colours.ts'
import type { Settings } from '../../../../domain/settings/settings.ts'

/** Below this contrast to its ground a part of a logo is taken for invisible. */
const minContrast = 1.6
/** A part of which this share is invisible is lost; letters within it save a box that melts into its ground. */
const lostFrom = 0.97
/** From this share of its area on, a logo that loses its parts is reported. */
const maxLost = 0.3
/** A pixel with less alpha counts as ground. */
const minAlpha = 128
const width = 240

type Pixels = { data: Buffer; width: number; height: number }

/** A colour scheme on whose ground a share of the logo's area cannot be seen. */
export type LogoFault = { scheme: 'light' | 'dark'; ground: string; percent: number }

/**
 * Finds where the logo cannot be seen: in the header, on the page's ground of the light or the dark scheme. Mails and
 * documents print the shop's name instead. Finds nothing for a drawing that adapts to the scheme by itself, or a file
 * that cannot be read. `public` is the folder of what the program brings along.
 */
export async function logoFaults(
  { brand: { logo } }: Pick<Settings, 'brand'>,
  folders: { data: string; public?: string },
): Promise<LogoFault[]> {
  const file = fileOf(logo, folders)
  const content = file && (await readFile(file).catch(() => undefined))
  if (!content || content.includes('prefers-color-scheme')) return []
  const pixels = await pixelsOf(file, content).catch(() => undefined)
  if (!pixels) return []
  return (['light', 'dark'] as const).flatMap((scheme) => {
    const ground = papers[scheme]
    const lost = lostShare(pixels, ground)
    return lost < maxLost ? [] : [{ scheme, ground, percent: Math.round(lost * 100) }]
  })
}

/** The file of a picture's path: an uploaded one, or one that the program brings along. */
function fileOf(path: string, folders: { data: string; public?: string }): string | undefined {
  const folder = path.startsWith('/pictures/') ? folders.data : folders.public
  if (path === '' || folder === undefined) return undefined
  const file = resolve(join(folder, path))
  return file.startsWith(resolve(folder) + sep) ? file : undefined
}

/** The logo that was looked at last: its name changes with its content, and a drawing may take long. */
const last: { file: string; pixels?: Promise<Pixels> } = { file: '' }

function pixelsOf(file: string, content: Buffer): Promise<Pixels> {
  if (last.file !== file || !last.pixels) Object.assign(last, { file, pixels: drawn(content) })
  return last.pixels ?? drawn(content)
}

/** Draws a picture as the shop looks at it. */
export async function drawn(content: Buffer): Promise<Pixels> {
  const { default: sharp } = await import('sharp')
  const image = sharp(content, { limitInputPixels: 40_000_000, density: 144 })
  const { data, info } = await image
    .resize({ width, height: width, fit: 'inside' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The share of a logo's area that is lost on a ground, such as dark letters on black. */
function lostShare({ data, width: columns, height: rows }: Pixels, ground: string): number {
  const total = columns * rows
  const isFaint = faintColours(ground)
  const isLeft = Uint8Array.from({ length: total }, (_, at) => Number((data[at * 4 + 3] ?? 0) >= minAlpha))
  const area = isLeft.reduce((sum, each) => sum + each, 0)
  let lost = 0
  for (let first = 0; first < total; first += 1) {
    if (isLeft[first] !== 1) continue
    const part = partAt(isLeft, columns, first)
    const faint = part.filter((at) => isFaint(data.readUIntBE(at * 4, 3))).length
    if (faint >= part.length * lostFrom) lost += part.length
  }
  return area === 0 ? 0 : lost / area
}

function faintColours(ground: string): (colour: number) => boolean {
  const known = new Map<number, boolean>()
  return (colour) => {
    const isFaint = known.get(colour) ?? contrast(`#${colour.toString(16).padStart(6, '0')}`, ground) < minContrast
    known.set(colour, isFaint)
    return isFaint
  }
}

/** Takes the pixels that are connected with one out of those that are left. */
function partAt(isLeft: Uint8Array, columns: number, first: number): number[] {
  const part: number[] = []
  const queue = [first]
  isLeft[first] = 0
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    part.push(at)
    const sides = [
      ...(at % columns > 0 ? [at - 1] : []),
      ...(at % columns < columns - 1 ? [at + 1] : []),
      at - columns,
      at + columns,
    ]
    for (const next of sides) {
      if (isLeft[next] !== 1) continue
      isLeft[next] = 0
      queue.push(next)
    }
  }
  return part
}
