import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Crop, PictureSize } from '../../../../domain/products/picture-crop.ts'
import { bareEnvironment } from '../../../platform/env.ts'
import { ProblemError } from '../../../platform/http/answers/problem.ts'
import { projectFile } from '../../../platform/project-file.ts'
import { brandPictureFaults, type BrandPictureFault } from '../../../platform/settings/brand/brand-faults.ts'

const program = projectFile('src/tools/import/take-file.ts')
const [maxConcurrent, maxWaiting] = [1, 40]
/** A picture takes 20 s on a slow computer. A picture of the brand is drawn again, by the shop and browsers. */
const usualMs = { file: 90_000, brand: 30_000 }

const problem = z.object({
  problem: z.enum(['too_large', 'kind', 'pixels', 'broken', 'name']),
  /** The format by its content, where the name says another. */
  is: z.string().optional(),
})
const picture = z.object({
  id: z.string().regex(/^photo-[0-9a-f]{16}$/),
  format: z.enum(['jpeg', 'png', 'webp', 'avif']),
  width: z.int().positive(),
  height: z.int().positive(),
})
const part = picture.omit({ format: true })
const pdf = z.object({
  id: z.string().regex(/^doc-[0-9a-f]{16}$/),
  format: z.literal('pdf'),
  bytes: z.int().positive(),
})

const brandPicture = z.union([z.object({ path: z.string() }), z.object({ fault: z.enum(brandPictureFaults) })])

export type FileProblem = z.output<typeof problem>
/** A picture as it was rendered; its size in pixels is that of the upright original. */
export type TakenPicture = z.output<typeof picture>
/** A part of a picture, made as a picture of its own. */
export type CroppedPicture = z.output<typeof part>
export type TakenDocument = z.output<typeof pdf>

/**
 * Takes uploaded files into the shop's data: checks them by their content, and renders pictures as an import does. Each
 * file has a process of its own, one at a time, so that the memory of all uploads together is that of one.
 */
export class FileTaker {
  #running = 0
  readonly #waiting: (() => void)[] = []
  readonly #data: string
  readonly #ms: typeof usualMs

  constructor(data: string, ms = usualMs) {
    this.#data = data
    this.#ms = ms
  }

  /**
   * A picture for products, categories and guides, and with `isForTexts` also for texts of pages. `format` is what its
   * name says that it is.
   */
  async picture(file: string, format: string, isForTexts: boolean): Promise<TakenPicture | FileProblem> {
    return z.union([problem, picture]).parse(await this.#take(isForTexts ? 'text-picture' : 'picture', file, format))
  }

  async document(file: string, format: string): Promise<TakenDocument | FileProblem> {
    return z.union([problem, pdf]).parse(await this.#take('document', file, format))
  }

  /** A part of the picture `id`, whose upright original has `size`; a problem where its files are gone. */
  async crop(wanted: {
    id: string
    size: PictureSize
    crop: Crop
    isForTexts: boolean
  }): Promise<CroppedPicture | FileProblem> {
    return z.union([problem, part]).parse(await this.#take('crop', JSON.stringify(wanted), ''))
  }

  /** A picture of the brand, stored as the setting wants it: its path, or why it is refused. */
  async brand(file: string, setting: string): Promise<{ path: string } | { fault: BrandPictureFault }> {
    const answer = z.union([problem, brandPicture]).parse(await this.#take('brand', file, setting, this.#ms.brand))
    return 'problem' in answer ? { fault: 'broken' } : answer
  }

  /** 503 when too many wait. A process that is killed, as for want of memory, has met a broken file. */
  async #take(kind: string, file: string, format: string, timeout = this.#ms.file): Promise<unknown> {
    if (this.#waiting.length >= maxWaiting)
      throw new ProblemError(503, 'try_again', { headers: { 'Retry-After': '10' } })
    if (this.#running >= maxConcurrent) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [program, kind, file, this.#data, format], {
        timeout,
        killSignal: 'SIGKILL',
        env: { PATH: process.env['PATH'], ...bareEnvironment() },
      })
      return JSON.parse(stdout)
    } catch (error) {
      if (isKilled(error)) return { problem: 'broken' }
      throw error
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}

function isKilled(error: unknown): boolean {
  return error instanceof Error && 'signal' in error && typeof error.signal === 'string'
}
