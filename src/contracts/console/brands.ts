import { z } from 'zod/mini'
import { formText } from '../form-fields.ts'
import type { AuditLine } from './staff.ts'

const fields = {
  name: formText(90),
  slug: formText(100),
  maker: formText(300),
  eu_contact: formText(300),
  description_sv: formText(20_000),
  description_en: formText(20_000),
}
export const brandForm = z.object({ version: formText(20), ...fields })
export const brandRemoveForm = z.object({ sure: formText(4) })
type BrandFields = Readonly<Record<keyof typeof fields, string>>

/** A brand, or the form of a new one. */
export type BrandPage = {
  /** '' for a new one. */
  id: string
  version: string
  fields: BrandFields
  products: number
  /** Its page in the shop by language. */
  addresses: readonly { language: string; path: string; address: string }[]
  audit: readonly AuditLine[]
  mayChange: boolean
}
