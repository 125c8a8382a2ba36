import { DatabaseSync } from 'node:sqlite'
import type { Language } from '../../../domain/places/locales.ts'

/** What a row says of a product in one language; '' says nothing. */
export type TextRow = { name: string; prefix: string; description: string }
type Waiting = { row: number; key: string }

/** The texts of products by key and language, in a private temporary database like the spool's. */
export class TextStore {
  readonly #database = new DatabaseSync('')
  readonly #statements

  constructor() {
    this.#database.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -8000; begin;
      create table texts (key text not null, language text not null, row integer not null, name text not null,
        prefix text not null, description text not null, used integer not null, primary key (key, language))
        without rowid;
      create table keys (key text primary key, row integer not null) without rowid;`)
    const prepare = (sql: string) => this.#database.prepare(sql)
    this.#statements = {
      put: prepare(`insert into texts (key, language, row, name, prefix, description, used)
        values (?, ?, ?, ?, ?, ?, 0) on conflict do nothing`),
      find: prepare('select name, prefix, description, row from texts where key = ? and language = ?'),
      use: prepare('update texts set used = 1 where key = ?'),
      unused: prepare('select row, key from texts where used = 0 order by row'),
      putKey: prepare('insert into keys (key, row) values (?, ?) on conflict do nothing'),
      firstRow: prepare('select row from keys where key = ?'),
    }
  }

  /** Stores what a row says; @returns the row that says it already, if there is one. */
  put(key: string, language: Language, { row, ...text }: TextRow & { row: number }): number | undefined {
    this.#statements.putKey.run(key, row)
    const { changes } = this.#statements.put.run(key, language, row, text.name, text.prefix, text.description)
    if (changes === 1) return undefined
    return Number(this.#statements.find.get(key, language)?.['row'])
  }

  /** Notes the first row of a product whose language the shop does not have. */
  putKey(key: string, row: number): void {
    this.#statements.putKey.run(key, row)
  }

  find(key: string, language: Language): TextRow | undefined {
    const found = this.#statements.find.get(key, language)
    if (!found) return undefined
    return { name: String(found['name']), prefix: String(found['prefix']), description: String(found['description']) }
  }

  /** Notes that the feed has a product. */
  use(key: string): void {
    this.#statements.use.run(key)
  }

  /** The first row of a product. */
  firstRow(key: string): number | undefined {
    const found = this.#statements.firstRow.get(key)
    return found && Number(found['row'])
  }

  /** The rows of products that the feed does not have. */
  *unused(): Generator<Waiting> {
    for (const { row, key } of this.#statements.unused.iterate()) yield { row: Number(row), key: String(key) }
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
