import { realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { Photos } from '../../server/catalog/import/rows/photos.ts'
import { PhotoFiles } from './photo-files.ts'

/** Provides the photographs of a folder. */
export function photoFolder(folder: string, pictures: string): Photos {
  const files = new PhotoFiles(pictures)
  return {
    check: async (name) => {
      const file = await fileWithin(folder, name)
      return file === undefined ? { problem: 'there is no such file in the folder' } : files.check(file)
    },
    make: files.make,
  }
}

/** The real path of a file in the folder; undefined for a path or a link that leads out of it. */
async function fileWithin(folder: string, name: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder)
    const file = await realpath(resolve(root, name))
    return file.startsWith(root + sep) && (await stat(file)).isFile() ? file : undefined
  } catch {
    return undefined
  }
}
