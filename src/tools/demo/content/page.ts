import type { Words } from '../words.ts'
import type { PageId } from './links.ts'

/** A content page; `{gaps}` in its HTML are the addresses of `links.ts`. */
export type Page = { id: PageId; title: Words; description: Words; html: Words }
