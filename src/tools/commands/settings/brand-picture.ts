import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { OperatorError } from '../../operator-command.ts'
import { cleanSvg, SvgRefused } from './clean-svg.ts'

/** Limits of a file: its size in bytes, and pixels. */
const most = { bytes: 2 * 1024 * 1024, pixels: 40_000_000 }

type Made = { ending: string; content: Buffer }
type Raster = ReturnType<typeof sharp>

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

/**
 * Writes a picture of the brand into the picture folder, encoded anew, under a name that changes with its content, and
 * returns its path. Throws OperatorError with the reason.
 */
export async function storeBrandPicture(name: string, file: string, dataFolder: string): Promise<string> {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (!kind) throw new OperatorError(`Only ${Object.keys(kinds).join(', ')} are files, not "${name}".`)
  const { ending, content } = await makePicture(file, kind)
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const picture = `${name.replace('.', '-')}-${hash}.${ending}`
  const folder = join(dataFolder, 'pictures')
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `.${picture}.${process.pid}`)
  await writeFile(draft, content)
  await rename(draft, join(folder, picture))
  return `/pictures/${picture}`
}

async function makePicture(file: string, kind: NonNullable<(typeof kinds)[string]>): Promise<Made> {
  const given = await readGiven(file)
  const options = { limitInputPixels: most.pixels }
  try {
    if (!/<svg[\s>]/.test(given.subarray(0, 4_000).toString())) {
      const { format } = await sharp(given, options).metadata()
      if (!['jpeg', 'png', 'webp'].includes(format)) throw new SvgRefused('it is no SVG, PNG, JPEG or WebP')
      return { ending: kind.ending, content: await kind.encode(sharp(given, options).autoOrient()).toBuffer() }
    }
    if (!kind.mayBeSvg) throw new SvgRefused('link previews show no SVG: give a PNG or JPEG')
    const content = Buffer.from(cleanSvg(given.toString()))
    await sharp(content, options).resize(32, 32, { fit: 'inside' }).raw().toBuffer()
    return { ending: 'svg', content }
  } catch (error) {
    throw new OperatorError(
      `${file} is refused: ${error instanceof SvgRefused ? error.message : 'it cannot be drawn'}.`,
    )
  }
}

async function readGiven(file: string): Promise<Buffer> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new OperatorError(`There is no file ${file}.`)
  if (found.size > most.bytes) throw new OperatorError(`${file} has more than 2 MB.`)
  return readFile(file)
}
