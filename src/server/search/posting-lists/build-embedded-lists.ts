import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { levelOf, sequenceOf } from '../doc-number.ts'
import { matchTerm } from '../engines/match-term.ts'
import { pieceTerm, type Term } from '../search-terms.ts'
import { Beginnings } from './beginnings.ts'
import { minShare, mayHaveList, mostFrequent, type Chosen } from './chosen-terms.ts'
import {
  isNamed,
  lockLists,
  matching,
  nameLists,
  openForLists,
  startOfLists,
  termsAfter,
  textsAfter,
  type WordIndex,
} from './embedded-lists-queries.ts'
import { levelsKey, ListFile, writeListFile } from './list-file.ts'
import { packed, type Posting } from './posting.ts'
import { keyOf } from './term-sets.ts'
import { columnsOf, writeTextFile, type TextDraft } from './text-file.ts'

/** The file of the database, the files to make, and the name of the lists that shall be made again. */
export type EmbeddedOrder = { sqliteFile: string; path: string; textPath: string; refused: string | undefined }

const documentsAtOnce = 4_000
const termsAtOnce = 20_000
/** After so many milliseconds of work it rests for as long. */
const workMs = 25
type Rest = () => Promise<void>

const pieceMark = pieceTerm('')
/** The index has them in small letters; others are compared in the table of documents. */
const plainPiece = /^[a-z0-9+#]{3}$/

/**
 * Makes the file of lists from SQLite, whose index has the list of each term: the terms that are frequent are chosen by
 * the counts of the index, and the list of each is read. A pass over the documents before makes the file of texts. It
 * rests for as long as it works. Processes do this one after the other, and use what the one before made.
 */
export async function buildEmbeddedLists(order: EmbeddedOrder): Promise<void> {
  const lock = await lockLists(`${order.path}.lock`)
  try {
    using database = openForLists(order.sqliteFile)
    if (!(await isThere(database, order))) await makeFiles(database, order)
  } finally {
    lock.close()
  }
}

async function makeFiles(database: DatabaseSync, { path, textPath }: EmbeddedOrder): Promise<void> {
  const { seen, size } = startOfLists(database)
  const token = randomBytes(16).toString('base64url')
  const rest = resting()
  const levels = new Uint8Array(size)
  await writeTextFile(textPath, token, size, (draft) => readTexts(database, levels, draft, rest))
  const chosen = await chooseTerms(database, levels, rest)
  await writeListFile(path, { token, seen, size }, lists(database, chosen, levels, rest))
  nameLists(database, token, seen)
}

/** Whether another process has made the file meanwhile. */
async function isThere(database: DatabaseSync, { path, refused }: EmbeddedOrder): Promise<boolean> {
  const file = await ListFile.open(path)
  await file?.close()
  return file !== undefined && file.facts.token !== refused && isNamed(database, file.facts.token)
}

/** Returns a function that rests after each part of the work. */
function resting(): Rest {
  let begun = performance.now()
  return async () => {
    const worked = performance.now() - begun
    if (worked < workMs) return
    await sleep(worked)
    begun = performance.now()
  }
}

/** Puts the texts of all documents into the file, and their popularity into `levels`. */
async function readTexts(database: DatabaseSync, levels: Uint8Array, { put, flush }: TextDraft, rest: Rest) {
  for (let last = -1; ;) {
    const rows = textsAfter(database, last, documentsAtOnce)
    for (const [doc, ...texts] of rows) {
      last = sequenceOf(doc)
      if (last >= levels.length) continue
      levels[last] = levelOf(doc) + 1
      put(last, columnsOf(texts))
    }
    if (rows.length < documentsAtOnce) return
    await flush()
    await rest()
  }
}

async function chooseTerms(database: DatabaseSync, levels: Uint8Array, rest: Rest): Promise<Chosen[]> {
  const documents = levels.reduce((sum, level) => sum + (level === 0 ? 0 : 1), 0)
  const min = documents * minShare
  const counts = new Map<string, number>()
  const beginnings = new Beginnings((beginning, count) => {
    if (count >= min) counts.set(`${beginning}*`, count)
  })
  await eachTerm(database, 'search_words', rest, (term, count) => {
    if (!mayHaveList(term)) return
    if (count >= min) counts.set(term, count)
    beginnings.add(term, count)
  })
  beginnings.end()
  await eachTerm(database, 'search_numbers', rest, (three, count) => {
    if (count >= min && plainPiece.test(three)) counts.set(pieceTerm(three.toUpperCase()), count)
  })
  return mostFrequent(counts, documents)
}

async function eachTerm(
  database: DatabaseSync,
  index: WordIndex,
  rest: Rest,
  visit: (term: string, count: number) => void,
): Promise<void> {
  for (let last = ''; ;) {
    const terms = termsAfter(database, index, last, termsAtOnce)
    for (const [term, count] of terms) visit(term, count)
    if (terms.length < termsAtOnce) return
    last = terms.at(-1)?.[0] ?? last
    await rest()
  }
}

async function* lists(database: DatabaseSync, chosen: readonly Chosen[], levels: Uint8Array<ArrayBuffer>, rest: Rest) {
  yield { key: levelsKey, posting: levels }
  for (const { term } of chosen) {
    yield { key: keyOf(term), posting: listOf(database, term, levels.length) }
    await rest()
  }
}

/** Reads the list of a term, which the index has in the order of popularity. */
function listOf(database: DatabaseSync, term: Term, size: number): Posting {
  const isPiece = term.text.startsWith(pieceMark)
  const [index, match]: [WordIndex, string] = isPiece
    ? ['search_numbers', matchTerm({ text: term.text.slice(pieceMark.length), prefix: false })]
    : ['search_words', matchTerm(term)]
  const found = matching(database, index, match)
  return packed(
    Uint32Array.from(found).filter((seq) => seq < size),
    size,
  )
}
