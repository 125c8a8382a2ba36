import { z } from 'zod/mini'
import { formText, formTextsByKey } from '../form-fields.ts'
import type { UploadResult } from './pictures.ts'

/** A picture of a product, in its place. */
type ProductPicture = {
  readonly id: string
  readonly src: string
  readonly altEn: string
  readonly altSv: string
}
type ProductPaper = {
  readonly id: string
  readonly address: string
  readonly bytes: number
  readonly titleEn: string
  readonly titleSv: string
}

/** What the pictures and documents were before somebody changed them. */
type EarlierFiles = {
  readonly entry: string
  readonly at: string
  readonly actor: string
  readonly operation: string
  /** The addresses of the pictures, small. */
  readonly pictures: readonly string[]
  readonly documents: number
}

export type ProductFilesPage = {
  readonly id: string
  readonly sku: string
  readonly name: string
  readonly pictures: readonly ProductPicture[]
  readonly documents: readonly ProductPaper[]
  /** Changes with what the forms show. */
  readonly version: string
  readonly megabytes: number
  readonly maxFiles: number
  readonly most: { readonly pictures: number; readonly documents: number }
  readonly results: readonly UploadResult[]
  readonly earlier: readonly EarlierFiles[]
  readonly mayChange: boolean
}

/** Of each picture its place, its texts and whether it goes (`off:<id>`), by its id. */
export const orderPicturesForm = z.object({
  version: formText(64),
  'place:': formTextsByKey,
  'alt_en:': formTextsByKey,
  'alt_sv:': formTextsByKey,
  'off:': formTextsByKey,
})
export const orderDocumentsForm = z.object({
  version: formText(64),
  'place:': formTextsByKey,
  'title_en:': formTextsByKey,
  'title_sv:': formTextsByKey,
  'off:': formTextsByKey,
})
export const addDocumentForm = z.object({ title_en: formText(120), title_sv: formText(120) })
export const restoreFilesForm = z.object({ version: formText(64), entry: formText(64) })
