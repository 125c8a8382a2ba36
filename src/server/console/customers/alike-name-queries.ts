import { sql } from 'kysely'
import { alikeBeginnings, alikeName, alikeWord } from '../../../domain/visitors/alike-names.ts'
import { nameWords } from '../../../domain/visitors/name-words.ts'
import { slices } from '../../platform/db/bulk.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { firstWhere } from '../lists/first-where.ts'
import { beginsWith } from '../lists/list-queries.ts'

/** `db` is the one of reports, which keeps no shopper waiting. */
type Services = { db: Queryable; kind: DatabaseKind }

/** The names of so many people are read at once. */
const readAtOnce = 500
/** So many different words of names are compared, so many of them are followed, and so many people are looked at. */
const limits = { compared: 50_000, alike: 200, people: 5_000 }

/**
 * The accounts whose name, or whose organization's, is like a text, as somebody hears it on the telephone. They are
 * looked up by the rarest of the words, whose first letter must sound right.
 */
export async function customersAlike(
  { db, kind }: Services,
  text: string,
  [rarest = '']: readonly string[],
  limit: number,
): Promise<string[]> {
  if (!/^\p{L}{2}/u.test(rarest) || /[@\d]/.test(text)) return []
  const words = await wordsAlike({ db, kind }, rarest)
  return customersWith(db, words, { isMeant: alikeName(text), limit })
}

/** A shorter text ends the names of too many people. */
const shortestEnding = 4

/**
 * The accounts in whose name, or whose organization's, a word ends with the text, as somebody says half of a name:
 * "ström" of Ekström. No index leads there: the words of all names are read.
 */
export async function customersEnding(db: Queryable, text: string, limit: number): Promise<string[]> {
  const [ending = '', ...others] = nameWords(text)
  if (others.length > 0 || ending.length < shortestEnding || !/^\p{L}+$/u.test(ending)) return []
  const rows = await db
    .selectFrom('name_words')
    .select('word')
    .distinct()
    .where('kind', 'in', ['customer', 'organization'])
    .where('word', 'like', `%${ending}`)
    .limit(limits.alike)
    .execute()
  const words = rows.map(({ word }) => word)
  return customersWith(db, words, { isMeant: () => true, limit })
}

type Meant = { isMeant: (name: string) => boolean; limit: number }

/** The accounts with one of some words in their name or their organization's, whose whole name is meant. */
async function customersWith(db: Queryable, words: readonly string[], { isMeant, limit }: Meant): Promise<string[]> {
  if (words.length === 0) return []
  const named = await db
    .selectFrom('name_words')
    .select(['kind', 'subject_id'])
    .distinct()
    .where('word', 'in', words)
    .limit(limits.people)
    .execute()
  const subjects: Awaited<ReturnType<typeof namesOf>> = []
  for (const some of slices(named, readAtOnce)) {
    const names = await namesOf(db, some)
    subjects.push(...(await firstWhere(names, ({ name }) => isMeant(name), limit - subjects.length)))
    if (subjects.length >= limit) break
  }
  const organizations = subjects.flatMap((each) => (each.kind === 'organization' ? [each.id] : []))
  const members =
    organizations.length === 0
      ? []
      : await db
          .selectFrom('organization_members')
          .select('customer_id')
          .where('organization_id', 'in', organizations)
          .limit(limit)
          .execute()
  const people = subjects.flatMap((each) => (each.kind === 'customer' ? [each.id] : []))
  return [...new Set([...people, ...members.map(({ customer_id }) => customer_id)])].slice(0, limit)
}

/** The words of names that are like a word. */
async function wordsAlike({ db, kind }: Services, word: string): Promise<string[]> {
  const beginnings = alikeBeginnings(word).map((letters) => beginsWith(kind, sql.ref('word'), letters))
  const rows = await db
    .selectFrom('name_words')
    .select('word')
    .distinct()
    .where('kind', 'in', ['customer', 'organization'])
    .where(({ or }) => or(beginnings))
    .limit(limits.compared)
    .execute()
  const words = rows.map((row) => row.word)
  return firstWhere(words, alikeWord(word), limits.alike)
}

type Subject = { kind: string; subject_id: string }

/** The words of these people's and organizations' names, each with whose they are. */
async function namesOf(db: Queryable, subjects: readonly Subject[]) {
  if (subjects.length === 0) return []
  const ids = [...new Set(subjects.map(({ subject_id }) => subject_id))]
  const rows = await db.selectFrom('name_words').selectAll().where('subject_id', 'in', ids).execute()
  const byName = Map.groupBy(rows, ({ kind, subject_id }) => `${kind} ${subject_id}`)
  return [...byName.values()].flatMap((words) => {
    const [first] = words
    return first ? [{ kind: first.kind, id: first.subject_id, name: words.map(({ word }) => word).join(' ') }] : []
  })
}
