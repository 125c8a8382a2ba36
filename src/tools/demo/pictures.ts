import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { imageKind } from '../../domain/products/products.ts'
import { drawing, type Drawn, type View } from './drawings/views.ts'

/** A drawing as a picture of the shop; `isMain` ones get a raster form too, which link previews show. */
export type DrawnPicture = { id: string; svg: string; isMain: boolean }

/** Width and height that pages state for a drawing, in pixels. */
export const pictureEdge = 1200
/** Width and height of a drawing's raster form, in pixels: enough for previews, and quick to encode. */
const rasterEdge = 600

/** Rasters encoded at the same time; each encoder runs on one thread. */
const atOnce = 2

/** Draws a part in one view; the id contains a hash of the drawing, so that its URL can be cached forever. */
export function drawnPicture(view: View, drawn: Drawn, isMain = view === 'part'): DrawnPicture {
  const svg = drawing(view, drawn)
  const short = createHash('sha256').update(svg).digest('hex').slice(0, 8)
  return { id: `${drawn.kind}-${view}-${short}.svg`, svg, isMain }
}

/** The file of a drawing's raster form, as `rasterHref` of src/routes.ts addresses it. */
export function rasterFile(id: string): string {
  return `${id.replace(/\.svg$/, '')}-${imageKind.zoom}.webp`
}

/** Writes drawings into the picture folder, and the main ones as WebP too; existing files are kept. */
export async function writePictures(
  wanted: readonly DrawnPicture[],
  folder: string,
  progress: (done: number, of: number) => void,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const present = new Set(await readdir(folder))
  for (const { id, svg } of wanted.filter(({ id }) => !present.has(id))) await writeWhole(join(folder, id), svg)
  const main = wanted.filter(({ id, isMain }) => isMain && !present.has(rasterFile(id)))
  const threads = sharp.concurrency()
  sharp.concurrency(1)
  const queue = [...main]
  let done = 0
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await writeRaster(next, folder)
      done += 1
      progress(done, main.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  sharp.concurrency(threads)
}

async function writeRaster({ id, svg }: DrawnPicture, folder: string): Promise<void> {
  const image = sharp(Buffer.from(svg), { density: (72 * rasterEdge) / 480 })
  const data = await image.webp({ quality: 72, effort: 0 }).toBuffer()
  await writeWhole(join(folder, rasterFile(id)), data)
}

/** Writes to a temporary name and renames, so that an interrupted run leaves no incomplete picture. */
async function writeWhole(file: string, content: string | Buffer): Promise<void> {
  const draft = `${file}.${process.pid}.draft`
  await writeFile(draft, content)
  await rename(draft, file)
}
