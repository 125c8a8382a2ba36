/** What a profile says of a feed's file. */
export type FeedFormat = {
  /** The decimal mark is for numbers that the file does not store as text. */
  numbers: { decimal: string }
  /** A WHATWG label; detected when undefined. */
  encoding?: string | undefined
  delimiter?: string | undefined
  /**
   * The row of a table that names the columns, as a spreadsheet counts, 1 when undefined; `'guess'` looks for it. Rows
   * above it are left out.
   */
  headerRow?: number | 'guess' | undefined
  xml?: XmlFormat | undefined
}

/**
 * Which elements are rows, as a path from the root; the prefixes that the profile gives to namespaces; and its own
 * names for paths.
 */
export type XmlFormat = {
  rows: string
  namespaces: Readonly<Record<string, string>>
  columns: Readonly<Record<string, string>>
  /** How the file groups its rows, where that is in another part of it. */
  groups?: 'bmecat' | undefined
}
