import type { Alternates } from './product-lists.ts'

/** A page that editors write; `html` is sanitised. */
export type ContentPage = { title: string; description: string; html: string; path: string; alternates: Alternates; updatedAt: string }
