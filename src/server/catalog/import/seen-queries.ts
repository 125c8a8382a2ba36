import { DatabaseSync } from 'node:sqlite'

/** How products are noted of which a feed has the article numbers alone. */
export const skuKey = (sku: string): string => `sku ${sku}`

/** The ids of the products that a feed's files named, in a private temporary database like the spool's. */
export class SeenProducts {
  readonly #database = new DatabaseSync('')
  readonly #statements
  /** Rows whose product cannot be told. */
  unidentified = 0

  constructor() {
    this.#database.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -8000; begin;
      create table seen (id text primary key) without rowid;`)
    this.#statements = {
      add: this.#database.prepare('insert into seen (id) values (?) on conflict do nothing'),
      has: this.#database.prepare('select 1 from seen where id = ?'),
    }
  }

  add(id: string): void {
    this.#statements.add.run(id)
  }

  has(id: string): boolean {
    return this.#statements.has.get(id) !== undefined
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }
}
