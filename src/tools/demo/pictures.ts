import { createHash } from 'node:crypto'
import { access, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { imageEdge } from '../../domain/products/products.ts'
import { drawing, type DrawingKind } from './drawings/drawing.ts'

export type Picture = { id: string; width: number; height: number }

/** Width and height of the largest rendering, in pixels. */
export const pictureEdge = 1200
const formats = ['avif', 'webp'] as const
type Format = (typeof formats)[number]

/** Pictures encoded at the same time; each encoder runs on one thread. */
const atOnce = 2

/** The picture id of a drawing: contains a hash of the drawing, so that its URL can be cached forever. */
export function pictureId(kind: DrawingKind, variant: number): string {
  const short = createHash('sha256').update(drawing(kind, variant)).digest('hex').slice(0, 8)
  return `drawing-${kind}-${variant}-${short}`
}

/**
 * Writes a drawing as `{folder}/{id}-{image kind}.avif` and `.webp` in every rendered kind; existing files are kept.
 */
export async function renderPicture(kind: DrawingKind, variant: number, folder: string): Promise<Picture> {
  const id = pictureId(kind, variant)
  const wanted = Object.entries(imageEdge).flatMap(([imageKind, edge]) =>
    formats.map((format) => ({ file: join(folder, `${id}-${imageKind}.${format}`), edge, format })),
  )
  const missing = (await Promise.all(wanted.map(async (each) => ((await exists(each.file)) ? [] : [each])))).flat()
  if (missing.length > 0) {
    const { data, info } = await sharp(Buffer.from(drawing(kind, variant)), { density: 180 })
      .resize(pictureEdge, pictureEdge)
      .flatten({ background: '#ffffff' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    for (const { file, edge, format } of missing)
      await encode(sharp(data, { raw: info }).resize(edge, edge), { edge, format, file })
  }
  return { id, width: pictureEdge, height: pictureEdge }
}

/** Renders many drawings, a few at a time, and reports progress. */
export async function renderPictures(
  wanted: readonly { kind: DrawingKind; variant: number }[],
  folder: string,
  progress: (done: number, of: number) => void,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const threads = sharp.concurrency()
  sharp.concurrency(1)
  const queue = [...wanted]
  let done = 0
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await renderPicture(next.kind, next.variant, folder)
      done += 1
      progress(done, wanted.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  sharp.concurrency(threads)
}

/** Writes to a temporary name and renames, so that an interrupted run leaves no incomplete picture. */
async function encode(
  image: Sharp,
  { edge, format, file }: { edge: number; format: Format; file: string },
): Promise<void> {
  const draft = `${file}.${process.pid}.draft`
  await (
    format === 'avif'
      ? image.avif({ quality: 52, effort: edge === pictureEdge ? 0 : 1 })
      : image.webp({ quality: 72, effort: 2 })
  ).toFile(draft)
  await rename(draft, file)
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
