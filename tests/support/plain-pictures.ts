import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { rasterFile } from '../../src/tools/demo/pictures.ts'
import { seed } from './new-database.ts'
import { seedDemo } from '../../src/tools/demo/seed-demo.ts'
import { connect } from '../../src/server/platform/db/connect.ts'

/** As large as a drawing of the demo, with one shape: a browser shows a page full of them in less time. */
const plain =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480" width="480" height="480">' +
  '<path fill="#d7dde5" d="M0 0h480v480H0z"/></svg>'

/**
 * Writes the whole demo shop into a new data folder, with the same plain picture under the name of each drawing, as SVG
 * and in the raster form that link previews show.
 */
export async function seedWithPlainPictures(dataFolder: string): Promise<void> {
  const sqliteFile = await seed(dataFolder, (open) => seedDemo(open))
  const { db } = connect({ sqliteFile })
  const drawings = await db.selectFrom('pictures').select('id').execute()
  await db.destroy()
  const pictures = path.join(dataFolder, 'pictures')
  mkdirSync(pictures)
  const [svg, webp] = [path.join(pictures, 'plain.svg'), path.join(pictures, 'plain.webp')]
  writeFileSync(svg, plain)
  writeFileSync(webp, await sharp(Buffer.from(plain)).webp().toBuffer())
  for (const { id } of drawings) {
    linkSync(svg, path.join(pictures, id))
    linkSync(webp, path.join(pictures, rasterFile(id)))
  }
}
