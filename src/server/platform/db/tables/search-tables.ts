import type { Language } from '../../../../domain/places/locales.ts'
/** The search index, computed from the catalogue's tables by `server/search/index-products.ts`. */
export type SearchTables = {
  /**
   * One row per listed product. `doc` orders popular products first and is what the indexes of words and numbers refer
   * to; titles are the folded words of the name, `numbers` the normalized part numbers, with spaces between and
   * around.
   */
  search_documents: {
    doc: number
    seq: number
    product_id: string
    title_en: string
    title_sv: string
    numbers: string
  }
  /** SQLite only: all words of a document, and the trigrams of its part numbers. */
  search_words: { rowid: number; words: string }
  search_numbers: { rowid: number; numbers: string }
  /** The newest changes of documents: their `seq`, separated by spaces, or none where there were too many. */
  search_changes: { id: number; numbers: string }
  /** Names of files with lists (decision 0213), and a change that the lists have; `made` is their order. */
  search_lists: { token: string; seen: number; made: number }
  /** Every word that consists of letters only and occurs in a document, or once did. */
  search_vocabulary: { word: string }
  /** The endings of those words, by which "batteri" finds "laptopbatteri". */
  search_word_endings: { ending: string; word: string }
  /** Those words with one letter left out, by which words with one typo are found. */
  search_misspellings: { form: string; word: string }
  /** What a folded phrase of one to three words also means: "power adapter" is "charger". */
  search_synonyms: { phrase: string; word: string }
  /** Searches that found nothing, folded, with nothing about who searched; `dismissed_at` once somebody saw to it. */
  search_misses: { language: Language; query: string; misses: number; last_at: string; dismissed_at: string | null }
}
