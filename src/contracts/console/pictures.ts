import { z } from 'zod/mini'
import type { Language } from '../../domain/places/locales.ts'
import type { Crop, PictureSize } from '../../domain/products/picture-crop.ts'
import { formText, formTextsByKey } from '../form-fields.ts'
import type { ListPage } from './lists.ts'
import type { AuditLine } from './staff.ts'

/** A picture that a text can show, in the language of that text. */
type PictureChoice = {
  readonly name: string
  readonly alt: string
  readonly src: string
  readonly thumb: string
  /** CSS pixels of the file at `src`. */
  readonly width: number
  readonly height: number
}

export type PictureChoicesPage = { readonly pictures: readonly PictureChoice[] }

export type PicturesPage = ListPage & { readonly mayChange: boolean }

/** What was made of one file that was sent: the picture that shows it, or why it was refused. */
export type UploadResult = {
  readonly file: string
  readonly id: string | null
  readonly fault: string | null
}

/** Limits of an upload, and what was made of the last one. */
export type PictureNewPage = {
  readonly megabytes: number
  readonly files: number
  readonly results: readonly UploadResult[]
}

export const noPictureForm = z.object({})

/** What was typed of a picture, and what the form had shown. */
export const pictureForm = z.object({
  name: formText(120),
  alt_en: formText(200),
  alt_sv: formText(200),
  'was:': formTextsByKey,
})
export type PictureInput = z.output<typeof pictureForm>
export const versionForm = z.object({ version: formText(64) })

/** The part of a picture that is to be shown, in pixels of its upright original. */
export const cropForm = z.object({
  version: formText(64),
  x: formText(20),
  y: formText(20),
  width: formText(20),
  height: formText(20),
})
export type CropInput = z.output<typeof cropForm>

/** A picture of which a part can be chosen: `src` is a square in whose middle the whole picture is. */
export type CropSheet = {
  readonly src: string
  readonly size: PictureSize
  readonly crop: Crop
  readonly isCropped: boolean
  /** Whether the original is kept; otherwise a part is made from the largest rendering, and is less sharp. */
  readonly isKept: boolean
}

/** One picture of a product, of which a part can be chosen. */
export type ProductPicturePage = {
  readonly id: string
  readonly sku: string
  readonly name: string
  readonly sheet: CropSheet | null
  readonly version: string
  readonly mayChange: boolean
}

/** Where a picture is shown; `address` is the screen that shows what it is part of. */
export type ShownUse = {
  readonly kind: 'page' | 'widget' | 'guide' | 'product' | 'category'
  readonly name: string
  readonly language: Language | null
  readonly address: string | null
}

export type PicturePage = {
  readonly id: string
  readonly name: string
  readonly alts: Readonly<Record<Language, string>>
  /** The id of its files, by which guides name it. */
  readonly pictureId: string
  readonly src: string
  readonly width: number
  readonly height: number
  readonly bytes: number
  /** Pixels of the original. */
  readonly original: { readonly width: number; readonly height: number }
  readonly addedAt: string
  readonly addedBy: string
  readonly version: number
  readonly uses: readonly ShownUse[]
  /** Null where a part cannot be chosen. */
  readonly sheet: CropSheet | null
  readonly megabytes: number
  readonly audit: readonly AuditLine[]
  readonly mayChange: boolean
}
