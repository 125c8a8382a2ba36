import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { CheckedFile, Photos } from '../../server/catalog/import/rows/feed-files.ts'
import { projectFile } from '../../server/platform/project-file.ts'
import type { PhotoProblem } from './photo-check.ts'
import { PhotoChecker } from './photo-checker.ts'

/** Photographs that one process renders; the names of more would not fit into its arguments. */
const perProcess = 100

const program = projectFile('src/tools/import/render-photos.ts')

const problems: Readonly<Record<Exclude<PhotoProblem, 'too_large'>, string>> = {
  kind: 'it is no JPEG, PNG, WebP or AVIF',
  pixels: 'it has more than 60 megapixels, or 30 as an AVIF',
  broken: 'it cannot be decoded',
}

type Known = { file: string; width: number; height: number }

/**
 * Checks photographs and renders them into the picture folder. A picture's id is a hash of the file, so that the same
 * photograph is rendered once and its URL can be cached forever.
 */
export class PhotoFiles {
  readonly #pictures: string
  readonly #known = new Map<string, Known>()
  readonly #checker = new PhotoChecker()

  constructor(pictures: string) {
    this.#pictures = pictures
  }

  async check(file: string): Promise<CheckedFile> {
    const found = await this.#checker.check(file)
    if ('problem' in found) return { problem: await sentence(found.problem, file) }
    const { id, width, height } = found
    this.#known.set(id, { file, width, height })
    return { id }
  }

  make: Photos['make'] = async (ids) => {
    const wanted = ids.flatMap((id) => {
      const photo = this.#known.get(id)
      return photo ? [{ id, ...photo }] : []
    })
    for (let at = 0; at < wanted.length; at += perProcess) {
      const files = wanted.slice(at, at + perProcess).map(({ id, file }) => ({ id, file }))
      await promisify(execFile)(process.execPath, [program, this.#pictures, JSON.stringify(files)])
    }
    return wanted.map(({ id, width, height }) => ({ id, width, height }))
  }
}

async function sentence(problem: PhotoProblem, file: string): Promise<string> {
  if (problem !== 'too_large') return problems[problem]
  return `it has ${Math.ceil((await stat(file)).size / 1024 / 1024)} MB, more than 25`
}
