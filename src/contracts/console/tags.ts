import { z } from 'zod/mini'
import { formText } from '../form-fields.ts'
import type { ListPage } from './lists.ts'
import type { AuditLine } from './staff.ts'

const fields = {
  name_sv: formText(130),
  name_en: formText(130),
  slug_sv: formText(130),
  slug_en: formText(130),
  description_sv: formText(20_000),
  description_en: formText(20_000),
}
export const tagForm = z.object({ version: formText(20), ...fields })
export const tagMergeForm = z.object({ version: formText(20), into: formText(130), sure: formText(4) })
export const tagRemoveForm = z.object({ version: formText(20), sure: formText(4) })
export const tagRestoreForm = z.object({ entry: formText(64) })
export type TagFields = Readonly<Record<keyof typeof fields, string>>

/** A tag, or the form of a new one. */
export type TagPage = {
  /** '' for a new one. */
  readonly id: string
  readonly version: string
  readonly name: string
  readonly fields: TagFields
  readonly products: number
  /** Its page in the shop by language. */
  readonly addresses: readonly { readonly language: string; readonly path: string; readonly address: string }[]
  /** The names of the other tags, at most a few hundred. */
  readonly others: readonly string[]
  readonly audit: readonly AuditLine[]
  readonly mayChange: boolean
}

/** The tags, and those that were deleted or merged lately and can be restored. */
export type TagsPage = ListPage & {
  readonly removed: readonly {
    readonly entry: string
    readonly name: string
    readonly at: string
    readonly actor: string
    readonly products: number
    readonly isMerged: boolean
  }[]
}
