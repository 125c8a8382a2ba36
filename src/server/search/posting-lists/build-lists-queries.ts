import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { lockNumbers } from '../../platform/db/locks/lock-numbers.ts'

/** Documents that are read from one place of the table. */
const together = 10
/** Names that are kept: each node of a shop has a file of its own. */
const maxNames = 64

/**
 * Begins a transaction and waits until no other process of the shop makes lists. A pooler in front of the server keeps
 * the connection for a transaction, and each statement sees what is committed before it.
 */
export async function lockLists(client: Client): Promise<void> {
  await client.query('begin isolation level read committed')
  await client.query('set local statement_timeout = 0')
  await client.query('set local idle_in_transaction_session_timeout = 0')
  await client.query(`select pg_advisory_xact_lock(${lockNumbers.searchLists})`)
}

/** Makes the name of the lists known, and lets the next process go on. */
export async function unlockLists(client: Client): Promise<void> {
  await client.query('commit')
}

/** Reads the id of the newest change, and after it a number above each `seq`. */
export async function startOfLists(client: Client): Promise<{ seen: number; size: number }> {
  const changes = await client.query<{ id: string }>('select coalesce(max(id), 0) as id from search_changes')
  const documents = await client.query<{ seq: string }>('select coalesce(max(seq), 0) as seq from search_documents')
  return { seen: Number(changes.rows[0]?.id), size: Number(documents.rows[0]?.seq) + 1 }
}

/** Tells whether a file belongs to this database. */
export async function isNamed(client: Client, token: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from search_lists where token = $1', [token])
  return rowCount === 1
}

/**
 * Notes that a file has been read from this database. A backup with this row also has every change that was read, so
 * that after it is restored the file still belongs to it.
 */
export async function nameLists(client: Client, token: string, seen: number): Promise<void> {
  await client.query(
    'insert into search_lists (token, seen, made) select $1, $2, coalesce(max(made), 0) + 1 from search_lists',
    [token, seen],
  )
  await client.query(`delete from search_lists where made <= (select max(made) from search_lists) - ${maxNames}`)
}

const columns = 'doc, words, pieces'
const texts = 'product_id, title_en, title_sv, numbers'

/** Reads terms, pieces of numbers and texts by COPY in the order of `seq`, of at most `limit` documents after one. */
export function wordsAfter(client: Client, seq: number, limit: number): Promise<Buffer> {
  const after = `seq > ${seq.toFixed()} order by seq limit ${limit.toFixed()}`
  return copied(client, `select ${columns}, ${texts} from search_documents where ${after}`)
}

/** Reads those of about `count` documents at places with equal distances; `size` is more than any `seq`. */
export function sampledWords(client: Client, size: number, count: number): Promise<Buffer> {
  const step = Math.max(together, Math.floor((size * together) / count))
  const near = `seq >= first and seq < first + ${together.toFixed()} order by seq limit ${together.toFixed()}`
  return copied(
    client,
    `select ${columns} from generate_series(0, ${size.toFixed()}, ${step.toFixed()}) as place (first),
      lateral (select ${columns} from search_documents where ${near}) as documents`,
  )
}

/** A binary COPY takes a tenth of the time of rows: nothing becomes a text. */
async function copied(client: Client, select: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of client.query(copyTo(`copy (${select}) to stdout (format binary)`))) pieces.push(piece)
  return Buffer.concat(pieces)
}
