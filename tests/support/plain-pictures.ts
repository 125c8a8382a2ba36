import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { rasterFile } from '../../src/tools/demo/pictures.ts'
import { seedDemo } from '../../src/tools/demo/seed-demo.ts'
import { seed } from './new-database.ts'
import { sharePictures } from './shared-pictures.ts'

/** As large as a drawing of the demo, with one shape: a browser shows a page full of them in less time. */
const plain =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" width="480" height="480">' +
  '<path fill="#d7dde5" d="M0 0h480v480H0z"/></svg>'

/**
 * Writes the whole demo shop into a new data folder, in which all parts share the same plain picture, as SVG and in the
 * raster form that link previews show.
 */
export async function seedWithPlainPictures(dataFolder: string): Promise<void> {
  const sqliteFile = await seed(dataFolder, (open) => seedDemo(open))
  const pictures = path.join(dataFolder, 'pictures')
  mkdirSync(pictures)
  const webp = await sharp(Buffer.from(plain)).webp().toBuffer()
  for (const id of sharePictures(sqliteFile)) {
    writeFileSync(path.join(pictures, id), plain)
    writeFileSync(path.join(pictures, rasterFile(id)), webp)
  }
}
