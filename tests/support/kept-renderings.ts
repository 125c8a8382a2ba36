import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import {
  FileTaker,
  type CroppedPicture,
  type FileProblem,
  type TakenPicture,
} from '../../src/server/catalog/import/files/file-taker.ts'

/**
 * Takes uploaded files as the shop does, but of the same picture only the first test of a run waits for the rendering:
 * later ones find its files in their folder, and the shop's program renders only what is not there yet. `npm test`
 * gives the tests of both databases one folder for them, TEST_RENDERINGS.
 */
export class KeptRenderings extends FileTaker {
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
    const hasOriginal = existsSync(path.join(this.#data, 'originals', wanted.id))
    return this.#once([wanted, hasOriginal], () => super.crop(wanted))
  }

  /** `what` tells everything that the renderings depend on. */
  async #once<Taken extends { id: string } | FileProblem>(what: unknown, take: () => Promise<Taken>): Promise<Taken> {
    const folder = path.join(this.#data, 'pictures')
    const name = createHash('sha256').update(JSON.stringify(what)).digest('hex')
    const kept = path.join(process.env['TEST_RENDERINGS'] ?? path.join(inject('runFolder'), 'renderings'), name)
    // A copy, because tests change and delete files.
    if (existsSync(kept)) cpSync(kept, folder, { recursive: true, force: false })
    const before = namesIn(folder)
    const taken = await take()
    if ('id' in taken && !existsSync(kept)) keep(folder, kept, rendered(taken.id, before, namesIn(folder)))
    return taken
  }
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** The files of a picture, unless some of them were there before. */
function rendered(id: string, before: readonly string[], after: readonly string[]): string[] {
  const isOfPicture = (name: string): boolean => name.startsWith(`${id}-`) && !name.endsWith('.draft')
  return before.some(isOfPicture) ? [] : after.filter(isOfPicture)
}

/** Renamed only when complete, because two processes may keep the same picture. */
function keep(folder: string, kept: string, names: readonly string[]): void {
  if (names.length === 0) return
  const draft = `${kept}.${randomUUID()}`
  mkdirSync(draft, { recursive: true })
  for (const name of names) cpSync(path.join(folder, name), path.join(draft, name))
  try {
    renameSync(draft, kept)
  } catch {
    rmSync(draft, { recursive: true, force: true })
  }
}
