import { runDetached } from '../platform/db/request-signal.ts'
import { compileOnce } from '../platform/db/statements/compile-once.ts'
import type { Database } from '../platform/db/tables.ts'
import type { TtlCache } from '../platform/ttl-cache.ts'
import { foldedWords } from './words.ts'

/** How long they are kept, in milliseconds; a change of the catalogue ends it sooner, as it ends cached pages. */
const cacheMs = 60_000
/** Longer labels are sentences, of which nobody asks for all words. */
const maxWords = 6
/** With more labels nothing is compared, because a search waits for it. */
export const maxLabels = 20_000

/** A value of an attribute by the words of its label. */
export type ValueWords = { attributeId: string; value: string; words: string }

/**
 * Reads the values of filters whose label has all words of another one of the same filter, and these: "Micro-ATX" and
 * "ATX". A part of one is found by the words of the other. Returns none where there are more than 20,000 labels.
 */
export function valuesAlike({ db, memory }: { db: Database; memory?: TtlCache }): Promise<readonly ValueWords[]> {
  const read = async () => {
    const rows = await filterLabels(db).execute()
    return rows.length > maxLabels ? [] : alikeOf(rows.map(toValueWords))
  }
  return memory ? memory.remember('search:values', cacheMs, () => runDetached(read)) : read()
}

/** The values that a search names; of those with the same words the one with the most: "micro atx" is no "atx". */
export function valuesNamedIn(query: readonly string[], values: readonly ValueWords[]): ValueWords[] {
  const text = ` ${query.join(' ')} `
  const named = values.filter(({ words }) => text.includes(` ${words} `))
  return named.filter((one) => !named.some((other) => isPartOf(one, other)))
}

/** Reads the labels of the values of filters, one more than are compared. */
export const filterLabels = compileOnce((db) =>
  db
    .selectFrom('attribute_value_texts as t')
    .innerJoin('attributes as a', 'a.id', 't.attribute_id')
    .select(['t.attribute_id', 't.value', 't.label'])
    .where('a.facet', '=', 1)
    .limit(maxLabels + 1),
)

function toValueWords({
  attribute_id: attributeId,
  value,
  label,
}: {
  attribute_id: string
  value: string
  label: string
}) {
  return { attributeId, value, words: foldedWords(label).join(' ') }
}

function alikeOf(all: readonly ValueWords[]): ValueWords[] {
  const byLabel = Map.groupBy(all, ({ attributeId, words }) => `${attributeId} ${words}`)
  const pairs = all.flatMap((value) =>
    piecesOf(value.words)
      .flatMap((words) => byLabel.get(`${value.attributeId} ${words}`) ?? [])
      .flatMap((other) => (other.value === value.value ? [] : [value, other])),
  )
  return [...new Set(pairs)]
}

/** The shorter runs of words of a label. */
function piecesOf(label: string): string[] {
  const words = label.split(' ')
  if (words.length > maxWords) return []
  return words.flatMap((_, from) =>
    words.slice(from).flatMap((_, more) => {
      const piece = words.slice(from, from + more + 1)
      return piece.length < words.length ? [piece.join(' ')] : []
    }),
  )
}

function isPartOf(one: ValueWords, other: ValueWords): boolean {
  return (
    one.attributeId === other.attributeId && one.words !== other.words && ` ${other.words} `.includes(` ${one.words} `)
  )
}
