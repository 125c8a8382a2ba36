import { DatabaseSync } from 'node:sqlite'
import type { ProductRecord } from '../maintenance/product-record.ts'
import type { Group, Link } from './rows/link.ts'

/** A record waiting to be written, and its row number in the feed. */
export type Spooled<Item = ProductRecord> = SpooledKey & {
  isPriced: boolean
  record: Item
  role?: SpooledRole
  /** Other products that the row names. */
  links?: readonly Link[]
  group?: Group | null
}
/** What a row is to others: one of their choices, a set of them, or a product with choices. */
export type SpooledRole = '' | 'choice' | 'set' | 'parent'
export type SpooledLinks = { id: string; row: number; links: readonly Link[] }
export type SpooledMember = { id: string; row: number; group: Group }
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
        content_hash text not null, role text not null) without rowid;
      create table records (row integer primary key, record text not null);
      create table links (id text primary key, row integer not null, links text not null) without rowid;
      create table members (key text not null, row integer not null, id text not null, member text not null,
        primary key (key, row)) without rowid;
    `)
    const prepare = (sql: string) => this.#database.prepare(sql)
    this.#statements = {
      putKey: prepare(
        'insert into keys (id, sku, row, priced, content_hash, role) values (?, ?, ?, ?, ?, ?) on conflict do nothing',
      ),
      putLinks: prepare(
        'insert into links (id, row, links) values (?, ?, ?) on conflict do update set links = excluded.links',
      ),
      putMember: prepare('insert into members (key, row, id, member) values (?, ?, ?, ?)'),
      removeLinks: prepare('delete from links where id = ?'),
      links: prepare('select id, row, links from links where id > ? order by id limit ?'),
      groups: prepare('select key from members where key > ? order by key limit 1'),
      members: prepare(`select members.id, members.row, member from members join keys on keys.id = members.id
        where key = ? and keys.row = members.row order by members.row`),
      known: prepare('select id, role from keys where id = ? or sku = ? order by id = ? desc limit 1'),
      withRole: prepare('select id from keys where role = ? and id > ? order by id limit ?'),
      setRole: prepare('update keys set role = ? where id = ?'),
      record: prepare('select record from keys join records on records.row = keys.row where keys.id = ?'),
      setHash: prepare('update keys set content_hash = ? where id = ?'),
      setRecord: prepare('update records set record = ? where row = (select row from keys where id = ?)'),
      putRecord: prepare('insert into records (row, record) values (?, ?)'),
      twins: prepare(
        'select id, row, priced, content_hash from keys where id = ? or sku = ? order by id = ? desc limit 1',
      ),
      removeKey: prepare('delete from keys where id = ?'),
      removeRecord: prepare('delete from records where row = ?'),
      count: prepare('select count(*) as count from keys'),
      unpriced: prepare("select count(*) as count from keys where priced = 0 and role <> 'parent'"),
      keys: prepare('select id, sku, row, content_hash from keys where id > ? order by id limit ?'),
      records: prepare(`select keys.id, keys.content_hash, record from keys cross join records on records.row = keys.row
        where keys.id > ? order by keys.id limit ?`),
    }
  }

  /** Adds a record. When one with the same id, or else the same SKU, exists, returns that one instead. */
  put(spooled: Spooled<Item>): SpooledTwin | undefined {
    const { id, sku, row, isPriced, content_hash, record, role = '', links = [], group } = spooled
    const { changes } = this.#statements.putKey.run(id, sku, row, isPriced ? 1 : 0, content_hash, role)
    if (changes === 0) return this.#twinOf(id, sku)
    this.#statements.putRecord.run(row, JSON.stringify(record))
    if (links.length > 0) this.#statements.putLinks.run(id, row, JSON.stringify(links))
    if (group) this.putMember({ id, row, group })
    return undefined
  }

  /** Yields what rows name of other products, in batches. */
  *links(batch: number): Generator<SpooledLinks[]> {
    for (let after = ''; ;) {
      const found = this.#statements.links.all(after, batch).map((row): SpooledLinks => ({
        id: String(row['id']),
        row: Number(row['row']),
        links: JSON.parse(String(row['links'])),
      }))
      const last = found.at(-1)
      if (!last) return
      yield found
      after = last.id
    }
  }

  /** Notes that a record belongs to a group. */
  putMember({ id, row, group }: SpooledMember): void {
    this.#statements.putMember.run(group.key, row, id, JSON.stringify(group))
  }

  /** Yields the rows of each group, in their order. */
  *groups(): Generator<SpooledMember[]> {
    for (let key = ''; ;) {
      const found = this.#statements.groups.get(key)
      if (!found) return
      key = String(found['key'])
      const members = this.#statements.members.all(key).map((row): SpooledMember => ({
        id: String(row['id']),
        row: Number(row['row']),
        group: JSON.parse(String(row['member'])),
      }))
      if (members.length > 0) yield members
    }
  }

  /** Finds a record by its id, or else by its SKU. */
  known(id: string, sku: string): { id: string; role: SpooledRole } | undefined {
    const found = this.#statements.known.get(id, sku, id)
    return found && { id: String(found['id']), role: String(found['role']) as SpooledRole }
  }

  /** Yields the ids of the records with a role, in batches. */
  *withRole(role: SpooledRole, batch: number): Generator<string[]> {
    for (let after = ''; ;) {
      const found = this.#statements.withRole.all(role, after, batch).map((row) => String(row['id']))
      const last = found.at(-1)
      if (last === undefined) return
      yield found
      after = last
    }
  }

  setRole(id: string, role: SpooledRole): void {
    this.#statements.setRole.run(role, id)
  }

  record(id: string): Item | undefined {
    const found = this.#statements.record.get(id)
    return found && JSON.parse(String(found['record']))
  }

  /** Replaces a record that is there. */
  replace(id: string, record: Item, contentHash: string): void {
    this.#statements.setRecord.run(JSON.stringify(record), id)
    this.#statements.setHash.run(contentHash, id)
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
    this.#statements.removeLinks.run(id)
  }

  get size(): number {
    return Number(this.#statements.count.get()?.['count'])
  }

  /** How many records have no price; a product with choices needs none. */
  get unpriced(): number {
    return Number(this.#statements.unpriced.get()?.['count'])
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
