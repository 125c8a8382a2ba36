import type { Words } from '../../demo/words.ts'

/** Pages that a shop must have. */
export const draftIds = ['about', 'contact', 'delivery', 'returns', 'terms', 'privacy'] as const
export type DraftId = (typeof draftIds)[number]

/** A page of a new shop; `{placeholders}` are the company's facts and the paths of pages. */
export type PageDraft = { id: DraftId; title: Words; description: Words; html: Words }
