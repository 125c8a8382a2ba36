import { sql, type RawBuilder } from 'kysely'
import { nameWords } from '../../../domain/visitors/name-words.ts'
import type { NamedKind } from '../../identity/name-word-queries.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import { plannedEachTime } from '../../platform/db/statements/prepared-statements.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { beginsWith, countedRows, countRows } from '../lists/list-queries.ts'
import { hasInMail } from '../lists/mail-search-queries.ts'
import { hasPhone } from '../lists/phone-search-queries.ts'
import { cutOff, type Searched } from '../lists/search-once.ts'
import { customersAlike, customersEnding } from './alike-name-queries.ts'

type Services = { db: Queryable; kind: DatabaseKind }
type Searching = Services & { reportDb: Queryable }

/** So many accounts are found at most by names that are alike, or by a part of their address: the newest. */
const maxFound = 500

/** The words of a search, the rarest first; `isCommon` when even that one begins words of very many people. */
type NameSearch = { readonly text: string; readonly words: readonly string[]; readonly isCommon: boolean }

/**
 * The accounts that a text names by their address, their name or their organization's; where nobody is called just so,
 * those with a name that is like it.
 */
export async function searchCustomers(shop: Searching, text: string): Promise<Searched> {
  const search = await nameSearch(shop, text)
  const usual = isNamed(shop.kind, search)
  const all = { where: usual, mostFound: null }
  if (search.isCommon) return all
  const someone = await shop.db.selectFrom('customers').select('id').where(usual).limit(1).executeTakeFirst()
  return someone ? all : soundsLike(shop, text, search)
}

/** Whether an account is searched by its address, its name or its organization's, and not by the sound of these. */
export async function isCalled(shop: Services, text: string): Promise<RawBuilder<boolean>> {
  return isNamed(shop.kind, await nameSearch(shop, text))
}

/** Those with a name like the text, as somebody hears it; where none is, those whose address has the text anywhere. */
export async function soundsLike(
  { db, reportDb, kind }: Searching,
  text: string,
  search?: NameSearch,
  most = maxFound,
): Promise<Searched> {
  const { words } = search ?? (await nameSearch({ db, kind }, text))
  const alike = await customersAlike({ db: reportDb, kind }, text, words, most + 1)
  const ending = alike.length > 0 ? [] : await customersEnding(reportDb, text, most + 1)
  const known = [...alike, ...ending]
  const { found, mostFound } = cutOff(known.length > 0 ? known : await withMail(reportDb, text, most + 1), most)
  return { where: isOneOf(found), mostFound }
}

/** Whether a word of the account's name, or of its organization's, ends with the text. */
export async function endsWith({ reportDb }: Searching, text: string, most: number): Promise<RawBuilder<boolean>> {
  return isOneOf(await customersEnding(reportDb, text, most))
}

function isOneOf(ids: readonly string[]): RawBuilder<boolean> {
  return ids.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`customers.id in (${sql.join(ids)})`
}

/** The newest accounts whose address has the text. The addresses are read from their index, before any account is. */
async function withMail(db: Queryable, text: string, limit: number): Promise<string[]> {
  const condition = hasInMail(text, sql.ref('customers.email'))
  if (!condition) return []
  const rows = await db
    .with(
      (cte) => cte('found').materialized(),
      (inner) => inner.selectFrom('customers').select(['id', 'created_at']).where(condition),
    )
    .selectFrom('found')
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

async function nameSearch({ db, kind }: Services, text: string): Promise<NameSearch> {
  const counted: { word: string; count: number }[] = []
  for (const word of nameWords(text)) {
    const begun = db
      .selectFrom('name_words')
      .select('subject_id')
      .where('kind', '=', 'customer')
      .where(beginsWith(kind, sql.ref('word'), word))
    counted.push({ word, count: await countRows(db, begun) })
  }
  const rare = counted.toSorted((one, other) => one.count - other.count)
  return { text, words: rare.map(({ word }) => word), isCommon: (rare[0]?.count ?? 0) > countedRows }
}

/** Whether an account is named, or has a phone number with the digits of the text. */
function isNamed(kind: DatabaseKind, search: NameSearch): RawBuilder<boolean> {
  const phone = hasPhone(search.text, sql.ref('customers.phone'))
  return phone ? sql<boolean>`(${hasWords(kind, search)} or ${phone})` : hasWords(kind, search)
}

/**
 * Whether an account is named: its address begins with the text, or each word of the text begins a word of its name
 * or of its organization's. Few are found by the rarest word; very many by looking at accounts in the list's order.
 */
function hasWords(kind: DatabaseKind, { text, words, isCommon }: NameSearch): RawBuilder<boolean> {
  const [rarest, ...others] = words
  const address = sql`select id from customers where ${beginsWith(kind, sql.ref('email'), text.toLowerCase())}`
  if (rarest === undefined) return sql<boolean>`customers.id in (${address})`
  if (isCommon) return everyWord(kind, 'customer', sql.ref('customers.id'), words)
  const named = (of: NamedKind) => withWords(kind, of, [rarest, ...others])
  const found = sql`${address} union ${named('customer')} union
    select m.customer_id from organization_members as m where m.organization_id in (${named('organization')})`
  // PostgreSQL would read every account for a list of more than some hundred; an array it looks up by index.
  return kind === 'sqlite'
    ? sql<boolean>`customers.id in (${found})`
    : sql<boolean>`customers.id = any(array(${found}))`
}

/** Whether each word begins a word of the name of a person or organization. */
export function everyWord(
  kind: DatabaseKind,
  of: NamedKind,
  id: RawBuilder<unknown>,
  words: readonly string[],
): RawBuilder<boolean> {
  const each = words.map((word) => sql`exists (${wordsBeginningWith(kind, of, id, word)})`)
  return each.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`(${plannedEachTime} ${sql.join(each, sql` and `)})`
}

function wordsBeginningWith(
  kind: DatabaseKind,
  of: NamedKind,
  id: RawBuilder<unknown>,
  word: string,
): RawBuilder<unknown> {
  return sql`select 1 from name_words as w where w.kind = ${of} and w.subject_id = ${id}
    and ${beginsWith(kind, sql.ref('w.word'), word)}`
}

/** The people or organizations whose name has each word of a text, or a word that begins with it. */
export function namedIn(kind: DatabaseKind, of: NamedKind, text: string): RawBuilder<string> {
  // The longest word is most often the rarest.
  const words = nameWords(text).toSorted((one, other) => other.length - one.length)
  return words.length === 0
    ? sql<string>`select id as subject_id from customers where 1 = 0`
    : withWords(kind, of, words)
}

/** The subjects with these words, of which the first one is looked up and the others are checked. */
function withWords(kind: DatabaseKind, of: NamedKind, [first = '', ...others]: readonly string[]): RawBuilder<string> {
  // PostgreSQL would make a join of `exists`, and read everybody with a common word.
  const also = others.map(
    (word) => sql`(${wordsBeginningWith(kind, of, sql.ref('n.subject_id'), word)} limit 1) is not null`,
  )
  return sql<string>`select n.subject_id from name_words as n where n.kind = ${of}
    and ${beginsWith(kind, sql.ref('n.word'), first)}
    and ${sql.join([sql`1 = 1`, ...also], sql` and `)}`
}
