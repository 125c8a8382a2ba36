import { join, resolve } from 'node:path'
import type { ShopDatabase } from '../../platform/db/connect.ts'
import { databaseLocation } from '../../platform/db/database-location.ts'
import type { Env } from '../../platform/env.ts'
import type { Log } from '../../platform/log.ts'
import { sequenceOf } from '../doc-number.ts'
import type { Term } from '../search-terms.ts'
import type { BuildOrder } from './build-lists.ts'
import { changesAfter, isNamed, namedIn, newestChange } from './change-queries.ts'
import { levelsKey, ListFile } from './list-file.ts'
import { listsInThread } from './lists-in-thread.ts'
import { keyOf, TermSets } from './term-sets.ts'
import { TextFile } from './text-file.ts'

export type ListSource = Pick<ShopDatabase, 'db'> & {
  env?: Pick<Env, 'SHOP_DATA' | 'DATABASE_URL'>
  log?: Pick<Log, 'warn'>
}
/** Makes the file; rejects when that fails, or when it is stopped. */
export type BuildLists = (order: BuildOrder, stop: AbortSignal) => Promise<void>

/** Names with which no backup takes them (entry-names.ts). */
const [fileName, textFileName] = ['.search-lists', '.search-texts']
/** With more changed documents than this everything is read again. */
export const maxChanged = 1_000

/** The lists of frequent terms and the texts of all documents in files (decisions 0213 and 0244). */
export class SavedLists {
  readonly #source: ListSource
  readonly #order: BuildOrder
  readonly #build: BuildLists
  readonly #stop = new AbortController()
  #file: ListFile | undefined
  #texts: TextFile | undefined
  /** The lists that are too old. */
  #refused: string | undefined

  private constructor(source: ListSource, order: BuildOrder, build: BuildLists) {
    this.#source = source
    this.#order = order
    this.#build = build
  }

  /** Undefined where the caller does not say where the shop's data is. */
  static of(source: ListSource, build: BuildLists = listsInThread): SavedLists | undefined {
    const { env } = source
    if (!env) return undefined
    const folder = resolve(env.SHOP_DATA)
    const files = { path: join(folder, fileName), textPath: join(folder, textFileName), refused: undefined }
    const location = databaseLocation({ ...env, SHOP_DATA: folder })
    const order = 'sqliteFile' in location ? { ...files, ...location } : { ...files, url: location.postgresUrl }
    return new SavedLists(source, order, build)
  }

  /**
   * Opens the lists, which are made first where that is necessary. `seen` is a change that they have; undefined where
   * too much has changed since. Rejects where they could not be made.
   */
  async open(): Promise<{ sets: TermSets; seen: number } | undefined> {
    const known = await this.#open()
    if (known) return known
    try {
      await this.#build({ ...this.#order, refused: this.#refused }, this.#stop.signal)
    } catch (error) {
      this.#source.log?.warn({ err: error }, 'the lists of the search were not made')
      throw error
    }
    return this.#open()
  }

  /** Puts the lists of these terms, as far as there are any. */
  put(sets: TermSets, terms: readonly Term[]): void {
    for (const term of terms) {
      // A list that cannot be read is searched in the index of the database.
      const posting = this.#file?.read(keyOf(term))
      if (posting) sets.putPacked(term, posting)
    }
  }

  /** Closes the lists, so that new ones are made before they are opened again. */
  refuse(): void {
    this.#refused = this.#file?.facts.token ?? this.#refused
    void this.#close()
  }

  /** Stops everything. */
  async end(): Promise<void> {
    this.#stop.abort()
    await this.#close()
  }

  async #close(): Promise<void> {
    const [file, texts] = [this.#file, this.#texts]
    this.#file = this.#texts = undefined
    await Promise.all([file?.close(), texts?.close()])
  }

  async #open(): Promise<{ sets: TermSets; seen: number } | undefined> {
    await this.#close()
    const file = await ListFile.open(this.#order.path)
    const levels = file && (await this.#isUsable(file)) ? file.read(levelsKey) : undefined
    if (!file || !(levels instanceof Uint8Array)) {
      await file?.close()
      return undefined
    }
    this.#file = file
    file.warm().catch(() => {})
    const sets = new TermSets(levels)
    await this.#openTexts(sets, file.facts.token)
    return { sets, seen: file.facts.seen }
  }

  async #openTexts(sets: TermSets, token: string): Promise<void> {
    const texts = (this.#texts = await TextFile.open(this.#order.textPath, token))
    if (!texts) return
    sets.known.textOf = (doc) => (sets.hasChanged(sequenceOf(doc)) ? undefined : texts.read(doc))
    texts.warm().catch(() => {})
  }

  /** Whether the lists belong to this database, and all that changed since is known. */
  async #isUsable({ facts: { token, seen } }: ListFile): Promise<boolean> {
    const { db } = this.#source
    if (token === this.#refused || !(await isNamed(db, token))) return false
    const [newest, changes] = [await newestChange(db), await changesAfter(db, seen)]
    const isGapless = newest === seen || changes[0]?.id === seen + 1
    const isKnown = newest >= seen && isGapless && namedIn(changes, maxChanged) !== undefined
    if (!isKnown) this.#refused = token
    return isKnown
  }
}
