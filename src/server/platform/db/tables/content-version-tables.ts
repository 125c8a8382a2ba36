import type { Generated } from 'kysely'
import type { Language } from '../../../../domain/places/locales.ts'
import type { Flag } from './flag.ts'

export type ContentVersionTables = {
  /**
   * What an item of content was after each change, append-only but for the oldest. `body` is HTML, or the JSON of a
   * guide; `author` is '' for what the shop does by itself.
   */
  content_versions: {
    number: Generated<number>
    kind: 'widget' | 'page' | 'guide'
    item: string
    language: Language
    at: string
    author: string
    event: 'draft' | 'published' | 'scheduled' | 'unpublished' | 'address' | 'deleted'
    slug: string
    title: string
    description: string
    body: string | null
    is_hidden: Flag
  }
  /**
   * The versions of a mail's texts in a language, numbered from 1; the one with the highest number is used. `texts` has
   * what staff have written, by the name of the text; every other text is that of the dictionary.
   */
  mail_texts: {
    mail: string
    language: Language
    number: number
    texts: string
    at: string
    author: string
    event: 'saved' | 'restored' | 'reset'
  }
  /** Who of staff last had an item of content open, and when. */
  content_readers: { kind: string; item: string; staff_id: string; name: string; at: string }
  /**
   * A picture of the library: `picture_id` changes when it is replaced by another; sizes in pixels are those of the
   * upright original, `bytes` that of the file that was uploaded. `version` counts changes.
   */
  library_pictures: {
    id: string
    picture_id: string
    name: string
    alt_en: string
    alt_sv: string
    width: number
    height: number
    bytes: number
    added_at: string
    added_by: string
    updated_at: string
    version: number
  }
}
