import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { rasterHref } from '../../src/routes.ts'
import { sampleOf } from '../../src/tools/demo/catalogue/part-pictures.ts'
import { drawingKinds } from '../../src/tools/demo/drawings/drawing.ts'
import { drawnPicture, rasterFile, writePictures } from '../../src/tools/demo/pictures.ts'

const plain = { kind: 'hinge', maker: 'Delverk', number: 'HG-10001', facts: {}, variant: 1 } as const

test('a drawing is written once as SVG, and the main one as WebP for link previews', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  try {
    const pictures = [drawnPicture('part', plain), drawnPicture('size', plain)]
    await writePictures(pictures, folder, () => {})
    const [main, size] = pictures.map(({ id }) => id)
    expect((await readdir(folder)).toSorted()).toEqual([main, size, rasterFile(main ?? '')].toSorted())
    expect(await readFile(join(folder, main ?? ''), 'utf8')).toBe(pictures[0]?.svg)
    const raster = join(folder, rasterFile(main ?? ''))
    expect(await sharp(raster).metadata()).toMatchObject({ format: 'webp', width: 600, height: 600 })
    const before = (await stat(raster)).mtimeMs
    await writePictures(pictures, folder, () => {})
    expect((await stat(raster)).mtimeMs).toBe(before)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the drawings for feeds bear no maker and no article number', () => {
  for (const kind of drawingKinds) {
    const bare = { kind, maker: '', number: '', facts: {}, variant: 1 }
    expect(sampleOf(kind, 1).svg).toBe(drawnPicture('part', bare).svg)
  }
  expect(sampleOf('case', 1).svg).not.toBe(
    drawnPicture('part', { kind: 'case', maker: 'Delverk', number: 'DELVERK', facts: {}, variant: 1 }).svg,
  )
})

test('the id of a picture changes with its drawing, and its raster form is where pages link it', () => {
  expect(sampleOf('hinge', 1).id).toBe(sampleOf('hinge', 1).id)
  expect(drawnPicture('part', plain).id).not.toBe(drawnPicture('part', { ...plain, number: 'HG-10002' }).id)
  const { id } = sampleOf('charger', 0)
  expect(rasterHref(`/pictures/${id}`)).toBe(`/pictures/${rasterFile(id)}`)
})
