import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { BackupHead, BackupManifest } from '../archive/manifest.ts'
import type { EntryToWrite } from '../archive/write-archive.ts'
import type { Snapshot } from './snapshot.ts'

/** The most that is kept in memory of a table. */
const pieceBytes = 4 * 1024 * 1024
const newline = 0x0a

/**
 * Reads the whole database in one read-only transaction, so that every table is as it was at its beginning, while the
 * shop goes on writing. Needs no program of PostgreSQL.
 */
export async function snapshotPostgres(url: string): Promise<Snapshot> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // The statement that runs reports it.
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set idle_in_transaction_session_timeout = 0')
    await client.query('begin isolation level repeatable read, read only')
    const schema = await namesOf(client, 'select name from kysely_migration order by name')
    const columns = await columnsOf(client)
    const counters = await countersOf(client)
    const tables: BackupManifest['tables'] = []
    return {
      kind: 'postgres',
      schema,
      columns,
      entries: tableEntries(client, columns, tables),
      counted: () => ({ tables, counters }),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function columnsOf(client: Client): Promise<BackupHead['columns']> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, json_agg(a.attname order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and c.relname not like 'kysely\\_%' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname order by c.relname`,
  )
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
}

async function* tableEntries(
  client: Client,
  columns: BackupHead['columns'],
  counted: BackupManifest['tables'],
): AsyncGenerator<EntryToWrite> {
  for (const [table, names] of Object.entries(columns)) {
    const counting = { name: table, rows: 0 }
    counted.push(counting)
    const listed = names.map((name) => client.escapeIdentifier(name)).join(', ')
    const rows = client.query(copyTo(`copy ${client.escapeIdentifier(table)} (${listed}) to stdout`))
    yield* entriesOf(table, rows, counting)
  }
  await client.query('commit')
}

/** Cuts a table into files of some megabytes: a file of the archive begins with its size. */
async function* entriesOf(
  table: string,
  rows: AsyncIterable<Buffer>,
  counting: { rows: number },
): AsyncGenerator<EntryToWrite> {
  const entry = (at: number, bytes: Buffer): EntryToWrite => ({
    name: `database/${table}/${String(at).padStart(6, '0')}.copy`,
    size: bytes.length,
    body: [bytes],
  })
  let [at, held, heldBytes] = [1, [] as Buffer[], 0]
  for await (const piece of rows) {
    // The text form of COPY writes line breaks within values in another way.
    for (const byte of piece) if (byte === newline) counting.rows += 1
    held.push(piece)
    heldBytes += piece.length
    if (heldBytes < pieceBytes) continue
    yield entry(at, Buffer.concat(held))
    ;[at, held, heldBytes] = [at + 1, [], 0]
  }
  if (heldBytes > 0) yield entry(at, Buffer.concat(held))
}

/** Reads where the counting columns are; a number that was given to a row that is not there yet may be among them. */
export async function countersOf(client: Client): Promise<BackupManifest['counters']> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column,
        pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and a.attidentity <> '' order by 1`,
  )
  const counters: BackupManifest['counters'] = []
  for (const { table, column, sequence } of rows) {
    const { rows: found } = await client.query<{ last: string }>(
      `select case when is_called then last_value else 0 end as last from ${sequence}`,
    )
    counters.push({ table, column, last: Number(found[0]?.last ?? 0) })
  }
  return counters
}

async function namesOf(client: Client, text: string, values: unknown[] = []): Promise<string[]> {
  return (await client.query<{ name: string }>(text, values)).rows.map(({ name }) => name)
}
