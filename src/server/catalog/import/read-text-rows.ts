import { stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { languages, type Language } from '../../../domain/places/locales.ts'
import { fileReason } from '../../../domain/products/file-reasons.ts'
import { reasonIn, rowReason, type RowReason } from '../../../domain/products/row-reasons.ts'
import { fileHash } from '../../platform/file-hash.ts'
import { leaveOutOthers, type FeedReport } from './feed-report.ts'
import { FeedError, RowProblem, type Feed, type FeedRow } from './feeds/feed-row.ts'
import { readFeed } from './feeds/read-feed.ts'
import { textKey, type TextRows } from './profile/profile-texts.ts'
import type { Profile } from './profile/profile.ts'
import { cleanText, limitedText, longText } from './rows/cell-text.ts'
import type { RowTexts } from './rows/import-context.ts'
import { TextStore } from './text-row-queries.ts'

const limits = { key: 200, name: 250, description: 20_000, languages: 20 }

/** The texts of products that rows of their own have, for one import. */
export type ReadTexts = Disposable & {
  store: TextStore
  rows: TextRows
  /** Reports the rows whose products the feed does not have, after all of it was read. */
  reportUnused: () => void
}

/**
 * Reads the rows with texts that a profile has, from their own file or from the feed. Rows that cannot be used are
 * reported and left out. Throws FeedError for a file that cannot be read.
 */
export async function readTextRows(file: string, profile: Profile, report: FeedReport): Promise<ReadTexts | undefined> {
  const { textRows: rows, numbers } = profile
  if (!rows) return undefined
  const store = new TextStore()
  try {
    const from = rows.file === undefined ? file : placeOf(rows.file, file)
    await stat(from).catch(() => {
      throw new FeedError('no_texts_file', { file: basename(from) })
    })
    if (rows.file !== undefined) report.texts = { file: from, hash: await fileHash(from) }
    const feed = await readFeed(from, rows.file === undefined ? profile : { ...rows, numbers }, () => {})
    const name = rows.file === undefined ? '' : ` of ${basename(from)}`
    const leaveOut = (row: number, column: string | null, detail: RowReason): void =>
      leaveOutOthers(report, [
        { row, column, ...(rows.file === undefined ? detail : reasonIn(basename(from), row, detail)) },
      ])
    await readAll(feed, { rows, store, report, leaveOut, isOwnFile: name !== '' })
    const reportUnused = (): void => {
      for (const { row, key } of store.unused()) leaveOut(row, rows.key, rowReason('texts_unused', { key }))
    }
    return {
      store,
      rows,
      reportUnused: name === '' ? () => {} : reportUnused,
      [Symbol.dispose]: () => store[Symbol.dispose](),
    }
  } catch (error) {
    store[Symbol.dispose]()
    throw error
  }
}

function placeOf(named: string, feed: string): string {
  if (isAbsolute(named)) return named
  if (basename(named) !== named) throw new FeedError('texts_file_name')
  return join(dirname(feed), named)
}

type Reading = {
  rows: TextRows
  store: TextStore
  report: FeedReport
  leaveOut: (row: number, column: string | null, detail: RowReason) => void
  isOwnFile: boolean
}

async function readAll(feed: Feed, reading: Reading): Promise<void> {
  const { rows, report, isOwnFile, leaveOut } = reading
  if (feed.columns && isOwnFile) checkColumns(feed.columns, rows)
  const others = new Set<string>()
  for await (const row of feed.rows) {
    if ('broken' in row) {
      if (isOwnFile) leaveOut(row.row, null, row.broken)
      continue
    }
    try {
      readRow(row, reading, others)
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      leaveOut(row.row, error.column, error.detail)
    }
  }
  if (others.size > 0) report.notes.push(fileReason('note_languages', { names: [...others].join(', ') }))
}

function checkColumns(columns: readonly string[], { key, language, name, prefix, description }: TextRows): void {
  const missing = [key, language.column, name, prefix, description].find(
    (column) => column !== undefined && !columns.includes(column),
  )
  if (missing !== undefined) throw new FeedError('texts_no_column', { column: missing })
}

function readRow(row: FeedRow, { rows, store, isOwnFile }: Reading, others: Set<string>): void {
  const key = limitedText(row.get(rows.key), rows.key, limits.key)
  if (key === '') {
    if (isOwnFile) throw new RowProblem(rows.key, 'texts_no_key')
    return
  }
  const language = languageOf(row, rows)
  if (typeof language === 'object') {
    store.putKey(key, row.row)
    if (others.size < limits.languages) others.add(language.unknown)
    return
  }
  const { name, prefix, description } = rows
  const text = {
    name: name === undefined ? '' : nameIn(row, name),
    prefix: prefix === undefined ? '' : limitedText(row.get(prefix), prefix, limits.name),
    description: description === undefined ? '' : longText(row.get(description), description, limits.description),
  }
  const twin = store.put(key, language, { row: row.row, ...text })
  if (twin !== undefined) throw new RowProblem(rows.key, 'texts_twice', { row: twin, key })
}

function languageOf(row: FeedRow, { language: { column, values } }: TextRows): Language | { unknown: string } {
  const text = cleanText(row.get(column))
  if (text === '') throw new RowProblem(column, 'texts_no_language')
  const named = Object.hasOwn(values, text) ? values[text] : undefined
  const known = named ?? languages.find((each) => each === text.toLowerCase().split(/[-_]/)[0])
  return known ?? { unknown: text.slice(0, 20) }
}

function nameIn(row: FeedRow, column: string): string {
  const name = limitedText(row.get(column), column, limits.name)
  if (/^[=@]/.test(name)) throw new RowProblem(column, 'name_formula', { sign: name.slice(0, 1) })
  return name
}

/** Tells whether a row of the feed has nothing but texts of a product that another row is about. */
export function isTextAlone(texts: ReadTexts | undefined, row: FeedRow): boolean {
  if (!texts || texts.rows.file !== undefined) return false
  const first = texts.store.firstRow(keyOf(texts, row))
  return first !== undefined && first !== row.row
}

/** The texts that rows of their own have of a row's product. */
export function textsFor(texts: ReadTexts | undefined, row: FeedRow): RowTexts {
  if (!texts) return {}
  const key = keyOf(texts, row)
  texts.store.use(key)
  return { en: texts.store.find(key, 'en'), sv: texts.store.find(key, 'sv') }
}

const keyOf = ({ rows }: ReadTexts, row: FeedRow): string => cleanText(row.get(textKey(rows)))
