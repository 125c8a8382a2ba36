import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { levelOf, sequenceOf } from '../doc-number.ts'
import { pieceTerm } from '../search-terms.ts'
import { buildEmbeddedLists, type EmbeddedOrder } from './build-embedded-lists.ts'
import {
  isNamed,
  lockLists,
  nameLists,
  sampledWords,
  startOfLists,
  unlockLists,
  wordsAfter,
} from './build-lists-queries.ts'
import { mayHaveList, mostFrequent, type Chosen } from './chosen-terms.ts'
import { levelsKey, ListFile, rareKey, writeListFile } from './list-file.ts'
import { Packer } from './posting.ts'
import { RareTerms } from './rare-lists.ts'
import { eachStoredTerm } from './stored-words.ts'
import { keyOf } from './term-sets.ts'
import { prefixesOf, TermTable } from './term-table.ts'
import { writeTextFile, type PutText } from './text-file.ts'

/** The database of the documents, the files to make, and the name of the lists that shall be made again. */
type ServerOrder = { url: string; path: string; textPath: string; refused: string | undefined }
export type BuildOrder = ServerOrder | EmbeddedOrder

/** Documents of which the terms are counted. */
const sampled = 10_000
const documentsAtOnce = 4_000
/** Makes the files of lists and of texts, from PostgreSQL or from SQLite. */
export function buildLists(order: BuildOrder): Promise<void> {
  return 'url' in order ? buildServerLists(order) : buildEmbeddedLists(order)
}

/**
 * Makes the file of lists: which documents have the frequent terms, and the rare ones without a digit, in one pass over
 * the documents on PostgreSQL, because each list by itself would read most pages of the table. The same pass makes the
 * file of texts. After each part it rests for as long as the part took. Processes do this one after the other, and use
 * what the one before made.
 */
async function buildServerLists({ url, path, textPath, refused }: ServerOrder): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // The statement that runs reports it.
  await client.connect()
  try {
    await lockLists(client)
    if (await isThere(client, path, refused)) return
    const { seen, size } = await startOfLists(client)
    const chosen = choose(await sampledWords(client, size, sampled))
    const lists = new Lists(chosen, size)
    const token = randomBytes(16).toString('base64url')
    await writeTextFile(textPath, token, size, async ({ put, flush }) => {
      while (lists.add(await wordsAfter(client, lists.last, documentsAtOnce), put)) {
        await flush()
        await lists.rest()
      }
    })
    await nameLists(client, token, seen)
    await writeListFile(path, { token, seen, size }, lists.entries())
    await unlockLists(client)
  } finally {
    await client.end()
  }
}

/** Whether another process has made the file meanwhile. */
async function isThere(client: Client, path: string, refused: string | undefined): Promise<boolean> {
  const file = await ListFile.open(path)
  await file?.close()
  return file !== undefined && file.facts.token !== refused && (await isNamed(client, file.facts.token))
}

/** The lists of some terms and of the rare ones, to which documents are added in the order of `seq`. */
export class Lists {
  readonly #chosen: readonly Chosen[]
  readonly #table: TermTable
  readonly #packer: Packer
  readonly #rare: RareTerms
  readonly #levels: Uint8Array<ArrayBuffer>
  #begun = performance.now()
  /** The highest `seq` of all documents so far. */
  last = -1

  /** Documents are left out whose `seq` is not below `size`. */
  constructor(chosen: readonly Chosen[], size: number) {
    this.#chosen = chosen
    this.#table = new TermTable(chosen.map(({ term }) => term))
    this.#packer = new Packer(chosen.map(({ share }) => share * size))
    this.#rare = new RareTerms(size)
    this.#levels = new Uint8Array(size)
  }

  /** Adds documents as COPY writes them, and puts their texts; tells whether there were any. */
  add(words: Buffer, put: PutText = () => {}): boolean {
    const before = this.last
    let isNew = false
    const found = (place: number) => this.#packer.add(place, this.last)
    const begin = (doc: number) => {
      this.last = sequenceOf(doc)
      isNew = this.last >= this.#levels.length
      if (!isNew) this.#levels[this.last] = levelOf(doc) + 1
    }
    const visit = (from: number, to: number, isPiece: boolean) => {
      if (isNew) return
      if (isPiece) this.#table.findPiece(words, from, to, found)
      else if (!this.#table.find(words, from, to, found)) this.#rare.add(words, from, to, this.last)
    }
    eachStoredTerm(words, begin, visit, (from, to) => put(this.last, words.subarray(from, to)))
    return this.last > before
  }

  async rest(): Promise<void> {
    await sleep(performance.now() - this.#begun)
    this.#begun = performance.now()
  }

  *entries() {
    yield { key: levelsKey, posting: this.#levels }
    for (const [place, { term }] of this.#chosen.entries())
      yield { key: keyOf(term), posting: this.#packer.packed(place, this.#levels.length) }
    const rare = this.#rare.written()
    if (rare) yield { key: rareKey, posting: rare }
  }
}

/** Chooses terms by a sample of the documents. */
export function choose(words: Buffer): Chosen[] {
  const { documents, counts } = countTerms(words)
  return mostFrequent(counts, documents)
}

/** How many documents there are, and how many have each term, or a term with each beginning, which ends with a star. */
function countTerms(words: Buffer): { documents: number; counts: Map<string, number> } {
  const [counts, beginnings] = [new Map<string, number>(), new Set<string>()]
  let documents = 0
  const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)
  const begin = () => {
    documents += 1
    for (const key of beginnings) count(key)
    beginnings.clear()
  }
  eachStoredTerm(words, begin, (from, to, isPiece) => {
    const term = words.toString('utf8', from, to)
    if (isPiece) return count(pieceTerm(term))
    if (!mayHaveList(term)) return
    count(term)
    for (const prefix of prefixesOf(term)) beginnings.add(`${prefix}*`)
  })
  for (const key of beginnings) count(key)
  return { documents, counts }
}
