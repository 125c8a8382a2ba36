/** How many levels of popularity documents have. */
export const popularityLevels = 64
const docsPerLevel = 2 ** 32

/** Returns the level of a popularity, from 0 for the least. */
export function levelOfPopularity(popularity: number): number {
  return Math.min(popularityLevels - 1, Math.floor(4 * Math.log2(1 + Math.max(0, popularity))))
}

/** Computes a document's number. Popular products have lower numbers, so that the index returns them first. */
export function docNumber(level: number, seq: number): number {
  return (popularityLevels - 1 - level) * docsPerLevel + seq
}

/** Returns the level of popularity in a document's number. */
export function levelOf(doc: number): number {
  return popularityLevels - 1 - Math.floor(doc / docsPerLevel)
}

/** Returns the `seq` in a document's number. */
export function sequenceOf(doc: number): number {
  return doc % docsPerLevel
}

/** Returns the `seq` of each of these documents; a plain loop, because a search finds up to 10,000. */
export function sequencesOf(docs: readonly number[]): Uint32Array<ArrayBuffer> {
  const seqs = new Uint32Array(docs.length)
  for (let at = 0; at < docs.length; at += 1) seqs[at] = (docs[at] as number) % docsPerLevel
  return seqs
}
