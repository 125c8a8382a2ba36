import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type sharpLibrary from 'sharp'
import type { BrandPictureFault } from './brand-faults.ts'
import { cleanSvg, SvgRefused } from './clean-svg.ts'
import { drawn } from './logo-contrast.ts'

export const maxBrandBytes = 2 * 1024 * 1024
const limits = { pixels: 40_000_000 }

/** A picture of the brand that is refused; the message ends a sentence that begins with its name. */
export class BrandPictureError extends Error {
  override readonly name = 'BrandPictureError'
  readonly fault: BrandPictureFault

  constructor(fault: BrandPictureFault, message: string) {
    super(message)
    this.fault = fault
  }
}

type Made = { ending: string; content: Buffer }
type Raster = ReturnType<typeof sharpLibrary>

/** How a photograph or screenshot becomes each picture of the brand; a drawing stays one where that is allowed. */
const kinds: Readonly<Record<string, { mayBeSvg: boolean; ending: string; encode: (image: Raster) => Raster }>> = {
  'brand.logo': {
    mayBeSvg: true,
    ending: 'webp',
    encode: (image) => image.resize(720, 136, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 90 }),
  },
  'brand.favicon': {
    mayBeSvg: true,
    ending: 'png',
    encode: (image) => image.resize(64, 64, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } }).png(),
  },
  'brand.picture': {
    mayBeSvg: false,
    ending: 'jpg',
    encode: (image) => image.resize(1200, 630, { fit: 'cover' }).flatten({ background: '#fff' }).jpeg({ quality: 84 }),
  },
}

export const brandPictureSettings: readonly string[] = Object.keys(kinds)

/**
 * Writes a picture of the brand into the picture folder, encoded anew, under a name that changes with its content, and
 * returns its path. Throws BrandPictureError with the reason. For a process of its own: a hostile file takes gigabytes,
 * or minutes.
 */
export async function storeBrandPicture(setting: string, file: string, dataFolder: string): Promise<string> {
  const kind = Object.hasOwn(kinds, setting) ? kinds[setting] : undefined
  if (!kind) throw new BrandPictureError('setting', 'the setting is no picture')
  const { ending, content } = await makePicture(file, kind)
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const picture = `${setting.replace('.', '-')}-${hash}.${ending}`
  const folder = join(dataFolder, 'pictures')
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `.${picture}.${randomUUID()}`)
  await writeFile(draft, content)
  await rename(draft, join(folder, picture))
  return `/pictures/${picture}`
}

async function makePicture(file: string, kind: NonNullable<(typeof kinds)[string]>): Promise<Made> {
  const given = await readGiven(file)
  try {
    return /<svg[\s>]/.test(given.subarray(0, 4_000).toString())
      ? await drawing(given, kind.mayBeSvg)
      : { ending: kind.ending, content: await raster(given, kind.encode) }
  } catch (error) {
    if (error instanceof BrandPictureError) throw error
    if (error instanceof SvgRefused) throw new BrandPictureError('unsafe', error.message)
    throw new BrandPictureError('broken', 'it cannot be drawn')
  }
}

/** Loaded only when a picture is stored: the library takes memory of its own. */
async function openRaster(content: Buffer): Promise<Raster> {
  const { default: sharp } = await import('sharp')
  return sharp(content, { limitInputPixels: limits.pixels })
}

async function raster(given: Buffer, encode: (image: Raster) => Raster): Promise<Buffer> {
  const { format } = await (await openRaster(given)).metadata()
  if (!['jpeg', 'png', 'webp'].includes(format)) throw new BrandPictureError('kind', 'it is no SVG, PNG, JPEG or WebP')
  return encode((await openRaster(given)).autoOrient()).toBuffer()
}

async function drawing(given: Buffer, isAllowed: boolean): Promise<Made> {
  if (!isAllowed) throw new BrandPictureError('no_drawing', 'link previews show no SVG: give a PNG or JPEG')
  const content = Buffer.from(cleanSvg(given.toString()))
  await drawn(content)
  return { ending: 'svg', content }
}

async function readGiven(file: string): Promise<Buffer> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new BrandPictureError('missing', 'there is no such file')
  if (found.size > maxBrandBytes) throw new BrandPictureError('too_large', 'it has more than 2 MB')
  return readFile(file)
}
