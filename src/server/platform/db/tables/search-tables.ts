/** What search reads; all of it is made from the catalogue's tables by `server/search/index-products.ts`. */
export type SearchTables = {
  /**
   * One row per listed product. `doc` orders popular products first and is what the indexes of words and numbers point
   * to; titles are the folded words of the name, `numbers` the normalised part numbers, with spaces between and around.
   */
  search_documents: {
    doc: number
    seq: number
    product_id: string
    title_en: string
    title_sv: string
    numbers: string
  }
  /** SQLite only: all words of a document, and its part numbers by runs of three characters. */
  search_words: { rowid: number; words: string }
  search_numbers: { rowid: number; numbers: string }
  /** Every word of letters alone that some document has had. */
  search_vocabulary: { word: string }
  /** The rear ends of those words, by which "batteri" finds "laptopbatteri". */
  search_word_endings: { ending: string; word: string }
  /** Those words with one letter left out, by which one typo is found. */
  search_misspellings: { form: string; word: string }
}
