const maxWords = 12
const maxWordLength = 40

/** The words of a name as they are searched: small letters without accents, each once. */
export function nameWords(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return [...new Set(words.map((word) => word.slice(0, maxWordLength)))].slice(0, maxWords)
}
