import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams'
import { stagingSchemas } from '../../platform/db/prepare-database.ts'
import type { BackupHead, BackupManifest } from '../archive/manifest.ts'
import type { TarFile } from '../archive/read-tar.ts'
import { BackupError } from '../backup-error.ts'
import type { StagedDatabase } from './staged-database.ts'
import { StagedSchema } from './staged-schema-queries.ts'

const staging = stagingSchemas.restore

/** The tables of a backup, written into a schema beside the shop's own. */
export async function stagedPostgres(url: string, now: Date): Promise<StagedDatabase> {
  const schema = await StagedSchema.open(url, staging)
  const stamp = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').toLowerCase()
  const keptSchema = `before_restore_${stamp}`
  const copy = new TableCopy(schema)
  let isReplaced = false
  return {
    begin: async (head) => {
      await schema.begin(head.schema)
      copy.begin(head.columns, await schema.prepare())
    },
    write: (entry) => copy.write(entry),
    finish: async (head, manifest) => {
      await copy.end()
      await check(schema, head, manifest)
    },
    takePlace: async () => {
      const hadTables = await schema.takePlace(keptSchema)
      isReplaced = true
      return hadTables ? [`The tables that were here are kept in the schema ${keptSchema} of the database.`] : []
    },
    close: async () => {
      await copy.end().catch(() => {})
      if (!isReplaced) await schema.drop().catch(() => {})
      await schema.close()
    },
  }
}

async function check(schema: StagedSchema, _head: BackupHead, manifest: BackupManifest): Promise<void> {
  for (const { name, rows } of manifest.tables) {
    if ((await schema.count(name)) !== rows)
      throw new BackupError(`The backup is damaged: ${name} has not the ${rows} rows that it had.`)
  }
  await schema.setCounters(manifest.counters)
  await schema.finish()
  await schema.migrate()
}

/** Writes the files of a table as one COPY statement, one table after the other. */
class TableCopy {
  readonly #schema: StagedSchema
  #columns: BackupHead['columns'] = {}
  #known: readonly string[] = []
  #table = ''
  #stream: CopyStreamQuery | undefined
  #ended: Promise<void> = Promise.resolve()

  constructor(schema: StagedSchema) {
    this.#schema = schema
  }

  begin(columns: BackupHead['columns'], known: readonly string[]): void {
    this.#columns = columns
    this.#known = known
  }

  async write({ name, body }: TarFile): Promise<void> {
    const [, table = ''] = name.split('/')
    if (table !== this.#table) await this.#open(table)
    for await (const piece of body) if (this.#stream?.write(piece) === false) await this.#drained()
  }

  async end(): Promise<void> {
    this.#stream?.end()
    this.#stream = undefined
    this.#table = ''
    await this.#ended
  }

  async #open(table: string): Promise<void> {
    await this.end()
    const columns = this.#columns[table]
    if (!columns || !this.#known.includes(table))
      throw new BackupError(`The backup is damaged: its schema has no table ${table}.`)
    const { client } = this.#schema
    const listed = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    this.#stream = client.query(copyFrom(`copy ${client.escapeIdentifier(table)} (${listed}) from stdin`))
    this.#ended = finished(this.#stream)
    this.#ended.catch(() => {}) // `end` and `#drained` report it.
    this.#table = table
  }

  async #drained(): Promise<void> {
    if (this.#stream) await Promise.race([once(this.#stream, 'drain'), this.#ended])
  }
}
