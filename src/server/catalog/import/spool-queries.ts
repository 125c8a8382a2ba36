import { DatabaseSync } from 'node:sqlite'
import type { ProductRecord } from '../maintenance/product-record.ts'

/** A record waiting to be written, and its row number in the feed. */
export type Spooled<Item = ProductRecord> = SpooledKey & { isPriced: boolean; record: Item }
export type SpooledKey = { id: string; sku: string; row: number; content_hash: string }
export type SpooledBatch<Item> = { records: Item[]; hashes: ReadonlyMap<string, string> }
export type SpooledTwin = { id: string; row: number; isPriced: boolean; content_hash: string }

/**
 * Stores a feed's checked records until all rows are read, in a private temporary database file that SQLite deletes on
 * close: memory use is independent of the feed's size, and the shop's database is not locked while a feed is read.
 */
export class Spool<Item = ProductRecord> {
  readonly #database = new DatabaseSync('')
  readonly #statements

  constructor() {
    this.#database.exec(`
      pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -8000; begin;
      create table keys (id text primary key, sku text not null unique, row integer not null, priced integer not null,
        content_hash text not null) without rowid;
      create table records (row integer primary key, record text not null);
    `)
    const prepare = (sql: string) => this.#database.prepare(sql)
    this.#statements = {
      putKey: prepare(
        'insert into keys (id, sku, row, priced, content_hash) values (?, ?, ?, ?, ?) on conflict do nothing',
      ),
      putRecord: prepare('insert into records (row, record) values (?, ?)'),
      twins: prepare(
        'select id, row, priced, content_hash from keys where id = ? or sku = ? order by id = ? desc limit 1',
      ),
      removeKey: prepare('delete from keys where id = ?'),
      removeRecord: prepare('delete from records where row = ?'),
      count: prepare('select count(*) as count from keys'),
      record: prepare('select record from records where row = ?'),
      keys: prepare('select id, sku, row, content_hash from keys where id > ? order by id limit ?'),
      records: prepare(`select keys.id, keys.content_hash, record from keys cross join records on records.row = keys.row
        where keys.id > ? order by keys.id limit ?`),
    }
  }

  /** Adds a record. When one with the same id, or else the same SKU, exists, returns that one instead. */
  put({ id, sku, row, isPriced, content_hash, record }: Spooled<Item>): SpooledTwin | undefined {
    const { changes } = this.#statements.putKey.run(id, sku, row, isPriced ? 1 : 0, content_hash)
    if (changes === 0) return this.#twinOf(id, sku)
    this.#statements.putRecord.run(row, JSON.stringify(record))
    return undefined
  }

  #twinOf(id: string, sku: string): SpooledTwin | undefined {
    const found = this.#statements.twins.get(id, sku, id)
    return (
      found && {
        id: String(found['id']),
        row: Number(found['row']),
        isPriced: found['priced'] === 1,
        content_hash: String(found['content_hash']),
      }
    )
  }

  remove({ id, row }: Pick<SpooledKey, 'id' | 'row'>): void {
    this.#statements.removeKey.run(id)
    this.#statements.removeRecord.run(row)
  }

  get size(): number {
    return Number(this.#statements.count.get()?.['count'])
  }

  /** Yields the records' keys in batches. */
  *keys(batch: number): Generator<SpooledKey[]> {
    for (let after = ''; ;) {
      const found = this.#statements.keys.all(after, batch).map((row): SpooledKey => ({
        id: String(row['id']),
        sku: String(row['sku']),
        row: Number(row['row']),
        content_hash: String(row['content_hash']),
      }))
      const last = found.at(-1)
      if (!last) return
      yield found
      after = last.id
    }
  }

  /** Returns a record by its row. */
  record({ row }: Pick<SpooledKey, 'row'>): Item | undefined {
    const found = this.#statements.record.get(row)
    return found && JSON.parse(String(found['record']))
  }

  /**
   * Yields the records in batches of the size that is wanted next, ordered by id, so that the shop's indexes by product
   * id grow at their ends.
   */
  *records(size: () => number): Generator<SpooledBatch<Item>> {
    for (let after = ''; ;) {
      const found = this.#statements.records.all(after, size())
      const last = found.at(-1)
      if (!last) return
      yield {
        records: found.map((row): Item => JSON.parse(String(row['record']))),
        hashes: new Map(found.map((row) => [String(row['id']), String(row['content_hash'])])),
      }
      after = String(last['id'])
    }
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
