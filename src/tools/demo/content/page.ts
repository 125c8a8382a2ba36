import type { Words } from '../words.ts'
import type { PageId } from './links.ts'

/** A content page; `{placeholders}` in its HTML are the URLs of `links.ts`. */
export type Page = { id: PageId; title: Words; description: Words; html: Words }
