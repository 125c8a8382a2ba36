import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { imageKind } from '../../src/domain/products/products.ts'
import {
  FileTaker,
  type CroppedPicture,
  type FileProblem,
  type TakenPicture,
} from '../../src/server/catalog/import/files/file-taker.ts'

const folders = ['pictures', 'originals']

/**
 * Takes uploaded files as the shop does, but of the same picture only the first test of a run waits for the shop's
 * program: later ones get its answer and its files, unless their shop has files of the picture already, which the
 * program then leaves as they are. `npm test` gives the tests of both databases one folder for them, TEST_RENDERINGS.
 */
export class CachedRenderings extends FileTaker {
  readonly #data: string

  constructor(data: string) {
    super(data)
    this.#data = data
  }

  override picture(file: string, format: string, isForTexts: boolean): Promise<TakenPicture | FileProblem> {
    const content = createHash('sha256').update(readFileSync(file)).digest('hex')
    return this.#once([content, format, isForTexts], () => super.picture(file, format, isForTexts))
  }

  override crop(wanted: Parameters<FileTaker['crop']>[0]): Promise<CroppedPicture | FileProblem> {
    const sources = folders.flatMap((folder) =>
      this.#names(folder).filter((name) => name === wanted.id || name === `${wanted.id}-${imageKind.zoom}.webp`),
    )
    return this.#once([wanted, sources], () => super.crop(wanted))
  }

  /** `what` tells everything that the answer depends on. */
  async #once<Taken extends { id: string } | FileProblem>(what: unknown, take: () => Promise<Taken>): Promise<Taken> {
    const name = createHash('sha256').update(JSON.stringify(what)).digest('hex')
    const kept = path.join(process.env['TEST_RENDERINGS'] ?? path.join(inject('runFolder'), 'renderings'), name)
    const known = existsSync(kept) ? JSON.parse(readFileSync(path.join(kept, 'answer.json'), 'utf8')) : undefined
    if (known !== undefined && this.#filesOf(known.id).length === 0) {
      // A copy, because tests change and delete files.
      cpSync(path.join(kept, 'files'), this.#data, { recursive: true })
      return known
    }
    const before = new Set(folders.flatMap((folder) => this.#names(folder)))
    const taken = await take()
    if (known !== undefined || !('id' in taken)) return taken
    const files = this.#filesOf(taken.id)
    if (!files.some((file) => before.has(path.basename(file)))) this.#keep(kept, taken, files)
    return taken
  }

  #names(folder: string): string[] {
    const whole = path.join(this.#data, folder)
    return existsSync(whole) ? readdirSync(whole) : []
  }

  /** The original and the renderings of a picture. */
  #filesOf(id: string): string[] {
    const isOfPicture = (name: string): boolean =>
      name === id || (name.startsWith(`${id}-`) && !name.endsWith('.draft'))
    return folders.flatMap((folder) =>
      this.#names(folder)
        .filter(isOfPicture)
        .map((name) => `${folder}/${name}`),
    )
  }

  /** Renamed only when complete, because two processes may keep the same picture. */
  #keep(kept: string, answer: object, files: readonly string[]): void {
    const draft = `${kept}.${randomUUID()}`
    for (const file of files) cpSync(path.join(this.#data, file), path.join(draft, 'files', file))
    writeFileSync(path.join(draft, 'answer.json'), JSON.stringify(answer))
    try {
      renameSync(draft, kept)
    } catch {
      rmSync(draft, { recursive: true, force: true })
    }
  }
}
