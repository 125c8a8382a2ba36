import { DatabaseSync } from 'node:sqlite'
import type { ProductRecord } from '../product-record.ts'

/** A record waiting to be written, and the row of the feed that it came from. */
export type Spooled = { id: string; sku: string; row: number; isPriced: boolean; cells: string; contentHash: string; record: ProductRecord }
export type SpooledKey = { id: string; sku: string; row: number; content_hash: string }
type Found = { row: number; isPriced: boolean; cells: string }

/**
 * Holds a feed's checked records until all of its rows are read, in a temporary database file of its own that nobody
 * sees and that goes away by itself: memory stays small whatever the feed's size, and the shop's database is not locked
 * while a feed is read.
 */
export class Spool {
  readonly #database = new DatabaseSync('')
  readonly #statements

  constructor() {
    this.#database.exec(`
      pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -16000; begin;
      create table spool (id text primary key, sku text not null, row integer not null, priced integer not null,
        cells text not null, content_hash text not null, record text not null) without rowid;
      create unique index spool_sku on spool (sku);
      create index spool_row on spool (row);
    `)
    const prepare = (sql: string) => this.#database.prepare(sql)
    this.#statements = {
      put: prepare('insert or replace into spool (id, sku, row, priced, cells, content_hash, record) values (?, ?, ?, ?, ?, ?, ?)'),
      byId: prepare('select row, priced, cells from spool where id = ?'),
      bySku: prepare('select row from spool where sku = ? and id <> ?'),
      remove: prepare('delete from spool where id = ?'),
      count: prepare('select count(*) as count from spool'),
      keys: prepare('select id, sku, row, content_hash from spool where row > ? order by row limit ?'),
      records: prepare('select row, record from spool where row > ? order by row limit ?'),
    }
  }

  find(id: string): Found | undefined {
    const found = this.#statements.byId.get(id)
    return found && { row: Number(found['row']), isPriced: found['priced'] === 1, cells: String(found['cells']) }
  }

  rowOfSku(sku: string, id: string): number | undefined {
    const found = this.#statements.bySku.get(sku, id)
    return found && Number(found['row'])
  }

  put({ id, sku, row, isPriced, cells, contentHash, record }: Spooled): void {
    this.#statements.put.run(id, sku, row, isPriced ? 1 : 0, cells, contentHash, JSON.stringify(record))
  }

  remove(id: string): void {
    this.#statements.remove.run(id)
  }

  get size(): number {
    return Number(this.#statements.count.get()?.['count'])
  }

  /** What tells records apart, in batches in the order of their rows. */
  * keys(batch: number): Generator<SpooledKey[]> {
    for (let after = 0; ;) {
      const found = this.#statements.keys.all(after, batch).map((row): SpooledKey => (
        { id: String(row['id']), sku: String(row['sku']), row: Number(row['row']), content_hash: String(row['content_hash']) }))
      const last = found.at(-1)
      if (!last) return
      yield found
      after = last.row
    }
  }

  * records(batch: number): Generator<ProductRecord[]> {
    for (let after = 0; ;) {
      const found = this.#statements.records.all(after, batch)
      const last = found.at(-1)
      if (!last) return
      yield found.map((row) => JSON.parse(String(row['record'])) as ProductRecord)
      after = Number(last['row'])
    }
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
