import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Photos } from '../../../src/server/catalog/import/rows/feed-files.ts'
import { PhotoFiles } from '../../../src/tools/import/photo-files.ts'

/**
 * Photographs for shops whose subject is not how they are made: each is rendered once into `folder`, which takes half a
 * second of a processor, and then copied into the shops' folders.
 */
export function photosMadeOnce(folder: string): (pictures: string) => Photos {
  const files = new PhotoFiles(folder)
  const made = new Map<string, ReturnType<Photos['make']>>()
  const madeOnce = (id: string): ReturnType<Photos['make']> => {
    const photo = made.get(id) ?? files.make([id])
    made.set(id, photo)
    return photo
  }
  return (pictures) => ({
    check: (file) => files.check(file),
    make: async (ids) => {
      const photos = (await Promise.all(ids.map(madeOnce))).flat()
      mkdirSync(pictures, { recursive: true })
      for (const file of readdirSync(folder))
        if (ids.some((id) => file.startsWith(id))) cpSync(path.join(folder, file), path.join(pictures, file))
      return photos
    },
  })
}
