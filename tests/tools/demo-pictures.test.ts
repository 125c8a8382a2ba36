import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pictureId, renderPicture } from '../../src/tools/demo/pictures.ts'

test('a drawing is rendered once, in every kind and format, and small', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  try {
    const { id } = await renderPicture('hinge', 1, folder)
    expect(id).toBe(pictureId('hinge', 1))
    const files = await readdir(folder)
    expect(files.toSorted()).toEqual(
      ['1', '10', '3', '4', '9'].flatMap((kind) => [`${id}-${kind}.avif`, `${id}-${kind}.webp`]).toSorted(),
    )
    const made = await stat(join(folder, `${id}-3.avif`))
    expect(made.size).toBeLessThan(2_000)
    await renderPicture('hinge', 1, folder)
    expect((await stat(join(folder, `${id}-3.avif`))).mtimeMs).toBe(made.mtimeMs)
  } finally {
    await rm(folder, { recursive: true })
  }
})
