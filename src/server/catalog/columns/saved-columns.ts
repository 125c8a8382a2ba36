import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { ShopDatabase } from '../../platform/db/connect.ts'
import type { Log } from '../../platform/log.ts'
import { momentOf } from '../change-queries.ts'
import { changesAfter } from './column-change-queries.ts'
import { readColumnFile, writeColumnFile, type ColumnFile, type Sections } from './column-file.ts'
import { columnsSql, columnsWith } from './column-queries.ts'
import { hasSameFacts } from './compare-facts.ts'
import { OwnCurrencyPrices } from './own-currency-prices.ts'
import { ProductColumns } from './product-columns.ts'
import { hasChange, lastNumber, settledChange, type SettledChange } from './saved-columns-queries.ts'
import { updateColumns } from './update-columns.ts'

type Source = Pick<ShopDatabase, 'db' | 'listDb' | 'kind'>
type Place = { folder: string; now: () => Date; log: Pick<Log, 'warn'>; least?: number }
/** `readAt`: when all products were last read from the database, in milliseconds since 1970. */
export type Restored = { columns: ProductColumns; readAt: number; isOld: boolean }

/** A name with which no backup takes it (entry-names.ts). */
const fileName = '.list-columns'
/** To be raised when the same values of the database become other values of the columns. */
const readingVersion = 1
/** A smaller catalogue is read from the database in less than a second. */
const minProducts = 20_000
/** All transactions that wrote a change earlier have ended (follow-invalidations.ts: 10 minutes), and were followed. */
const settledMs = 15 * 60_000
const betweenMs = 3_600_000
/** After this time everything is read again after the start, so that what no change told of is seen. */
const maxAgeMs = 24 * 3_600_000
/** Changes are forgotten after 24 hours; those of a long import may be that much older than the ones before them. */
const maxChangeAgeMs = 20 * 3_600_000
/** With more changed products since it was saved, everything is read. */
const maxChanged = 10_000
const updatedAtOnce = 500
const compared = 100

const factsOfFile = z.object({
  read: z.string(),
  change: z.object({ from: z.number(), seq: z.number(), at: z.number(), hash: z.string() }),
  readAt: z.number(),
  savedAt: z.number(),
  size: z.number(),
  used: z.number(),
  vatClasses: z.array(z.string()),
  terms: z.array(z.tuple([z.string(), z.string()])),
  currencies: z.array(z.string()),
})
type Facts = z.infer<typeof factsOfFile>

/**
 * The columns of a large catalogue in a file of the data folder, from which the next start restores them. It belongs to
 * a change of the database: later ones are applied, and a database without that change does not use it (decision 0207).
 */
export class SavedColumns {
  readonly #place: Place
  #hash = ''
  #readAt = Number.NaN
  #savedAt = -Infinity

  constructor(place: Place) {
    this.#place = place
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#place.now().getTime()
  }

  /**
   * Restores the columns with every change that was committed before the call; undefined where the file is missing or
   * damaged, or does not belong to this program or database.
   */
  async load(source: Source): Promise<Restored | undefined> {
    try {
      return await this.#load(source)
    } catch (error) {
      this.#place.log.warn({ err: error }, 'the saved columns of lists could not be read')
      return undefined
    }
  }

  async #load(source: Source): Promise<Restored | undefined> {
    const { db, kind } = source
    const file = await readColumnFile(this.#path)
    const facts = factsOfFile.safeParse(file?.facts).data
    if (!file || facts?.read !== readingOf(source) || !this.#isYoung(facts.change)) return undefined
    if (!(await hasChange(db, facts.change))) return undefined
    const tags = await changesAfter(db, facts.change.seq)
    if (tags.some((tag) => tag === 'catalog' || momentOf(tag)) || tags.length > maxChanged) return undefined
    const columns = restoreColumns(file, facts)
    const changed = tags.flatMap((tag) => (tag.startsWith('product:') ? tag.slice('product:'.length) : []))
    for (let at = 0; at < changed.length; at += updatedAtOnce)
      await updateColumns(source, columns, changed.slice(at, at + updatedAtOnce))
    const last = await lastNumber(db)
    const seqs = numbersToCompare(Math.max(last + 1, columns.size))
    if (last >= columns.size || !hasSameFacts(columns, seqs, await columnsWith(db, kind, seqs))) return undefined
    this.#remember(facts)
    return { columns, readAt: facts.readAt, isOld: this.now - facts.readAt > maxAgeMs }
  }

  /**
   * Returns the change to which columns of now belong, if they should be saved: after all products were read, and once
   * an hour after changes.
   */
  async due({ db }: Source, readAt: number): Promise<SettledChange | undefined> {
    if (readAt === this.#readAt && this.now - this.#savedAt < betweenMs) return undefined
    const change = await settledChange(db, new Date(this.now - settledMs))
    return change && change.hash !== this.#hash && this.#isYoung(change) ? change : undefined
  }

  /**
   * Saves columns that have every change up to `change`; later ones may come meanwhile. Throws when the disk does not
   * take the file; the one before it stays.
   */
  async save(source: Source, columns: ProductColumns, change: SettledChange, readAt: number): Promise<void> {
    if (columns.size < (this.#place.least ?? minProducts)) return
    const facts: Facts = {
      read: readingOf(source),
      change,
      readAt,
      savedAt: this.now,
      size: columns.size,
      used: columns.used,
      vatClasses: [...columns.vatClasses],
      terms: columns.terms.all.map(({ facet, value }) => [facet, value]),
      currencies: [...columns.ownPrices.keys()],
    }
    await writeColumnFile(this.#path, facts, sectionsOf(columns))
    this.#remember(facts)
  }

  #remember({ change, readAt, savedAt }: Facts): void {
    this.#hash = change.hash
    this.#readAt = readAt
    this.#savedAt = savedAt
  }

  #isYoung({ at }: SettledChange): boolean {
    return this.now - at < maxChangeAgeMs
  }

  get #path(): string {
    return join(this.#place.folder, fileName)
  }
}

/** Identifies what is read into the columns: another version of the program may read other facts. */
function readingOf({ db, kind }: Source): string {
  return createHash('sha256')
    .update(`${readingVersion} ${columnsSql(db, kind)}`)
    .digest('base64url')
}

function sectionsOf(columns: ProductColumns): Sections {
  const { size, used, isListed, stock, readyDay, waitDays, grams, vatClass } = columns
  const { price, popularity, publishedAt, versions, start, length, pool, ownPrices, mainCategory } = columns
  const numbers = { isListed, stock, readyDay, waitDays, grams, vatClass, price, popularity, publishedAt, versions }
  const each = Object.entries({ ...numbers, mainCategory, start, length }).map(([name, array]) => [
    name,
    array.subarray(0, size),
  ])
  const own = [...ownPrices.values()].flatMap((prices, at) => [
    [`own ${at}`, Uint32Array.from(prices.keys())],
    [`own prices ${at}`, Float64Array.from(prices.values())],
  ])
  return Object.fromEntries([...each, ['pool', pool.subarray(0, used)], ...own])
}

function restoreColumns({ bytesOf }: ColumnFile, { size, used, vatClasses, terms, currencies }: Facts): ProductColumns {
  const columns = new ProductColumns()
  const part = (name: string): [ArrayBuffer, number, number] => {
    const { buffer, byteOffset, byteLength } = bytesOf(name)
    return [buffer, byteOffset, byteLength]
  }
  const halves = (name: string, [buffer, from, length] = part(name)) => new Uint16Array(buffer, from, length / 2)
  const words = (name: string, [buffer, from, length] = part(name)) => new Uint32Array(buffer, from, length / 4)
  const floats = (name: string, [buffer, from, length] = part(name)) => new Float64Array(buffer, from, length / 8)
  columns.size = size
  columns.used = used
  columns.isListed = bytesOf('isListed')
  columns.stock = bytesOf('stock')
  columns.readyDay = words('readyDay')
  columns.waitDays = halves('waitDays')
  columns.grams = words('grams')
  columns.vatClass = bytesOf('vatClass')
  columns.mainCategory = words('mainCategory')
  columns.price = floats('price')
  columns.popularity = floats('popularity')
  columns.publishedAt = floats('publishedAt')
  columns.versions = floats('versions')
  columns.start = words('start')
  columns.length = halves('length')
  columns.pool = words('pool')
  columns.vatClasses.push(...vatClasses)
  for (const [facet, value] of terms) columns.terms.add(facet, value)
  for (const [at, currency] of currencies.entries()) {
    const prices = floats(`own prices ${at}`)
    const own = new OwnCurrencyPrices()
    words(`own ${at}`).forEach((seq, nth) => own.set(seq, prices[nth] ?? 0))
    columns.ownPrices.set(currency, own)
  }
  columns.complete()
  return columns
}

/** Numbers of products at equal distances; which ones is random. */
function numbersToCompare(size: number): number[] {
  const step = Math.max(1, size / compared)
  const first = Math.random() * step
  return Array.from({ length: Math.min(compared, size) }, (_, at) => Math.floor(first + at * step))
}
