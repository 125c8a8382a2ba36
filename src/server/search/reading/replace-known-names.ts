import type { BrandWords } from './brand-words.ts'
import { withDeniedValues } from './denied-words.ts'
import type { QueryPart, ReadQuery } from './read-query.ts'
import { adjectivesOf } from './stems.ts'
import type { AttributeWords } from './value-spans.ts'

/** Reads what the names of filters and brands say of a query, and what of that it denies. */
export function withKnownNames(
  read: ReadQuery,
  { adjectives, single, inLabels }: AttributeWords,
  brands: BrandWords,
): ReadQuery {
  const named = replaceByKnownNames(read, adjectives, brands.joined)
  return withDeniedValues(named, single, [inLabels, brands.single], brands.joined)
}

/**
 * Reads forms of adjectives as the filters have them, "vita" as "vit", and a brand that is written without its spaces
 * as its words.
 */
function replaceByKnownNames(
  query: ReadQuery,
  adjectives: AttributeWords['adjectives'],
  brands: BrandWords['joined'],
): ReadQuery {
  const named = (part: QueryPart): QueryPart => {
    const [word = '', ...others] = part.words
    if (others.length > 0) return part
    const form = adjectivesOf(word).find((each) => adjectives.has(each))
    const label = form === undefined ? undefined : adjectives.get(form)
    if (part.also.length > 0) return label === undefined ? part : { ...part, also: [...part.also, label] }
    const words = brands.get(word) ?? (label === undefined ? undefined : [label])
    return words === undefined ? part : { ...part, words }
  }
  const parts = query.parts.map(named)
  return { ...query, parts, words: [...new Set(parts.flatMap((part) => part.words))] }
}
