import { realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { OwnFiles } from './own-files.ts'

/** Provides the files of a folder. */
export function fileFolder<Row>(folder: string, files: OwnFiles<Row>): OwnFiles<Row> {
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
