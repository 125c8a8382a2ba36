import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { renderForTexts } from '../../src/tools/import/render-photo.ts'

test('a large photograph, decoded once for all sizes, comes out upright, whole and in its colours', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'photo-'))
  const file = join(folder.path, 'large.jpg')
  const [width, height] = [4_000, 2_400]
  // Red on the left, which is on top once the picture stands upright.
  const red = {
    input: { create: { width: width / 2, height, channels: 3, background: '#f00' } },
    left: 0,
    top: 0,
  } as const
  await sharp({ create: { width, height, channels: 3, background: '#00f' } })
    .composite([red])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(file)
  await renderForTexts({ id: 'photo-a', file }, folder.path)
  for (const [kind, size] of [
    ['600.webp', [600, 1_000]],
    ['1200.avif', [1_200, 2_000]],
  ] as const) {
    const { data, info } = await sharp(join(folder.path, `photo-a-${kind}`))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height], kind).toEqual(size)
    const colourAt = (row: number) =>
      [...data.subarray(row * info.width * 3, row * info.width * 3 + 3)].map((each) => each > 127)
    expect([colourAt(5), colourAt(info.height - 5)], kind).toEqual([
      [true, false, false],
      [false, false, true],
    ])
  }
})
