import { z } from 'zod/mini'
import { formText, formTexts } from '../form-fields.ts'
import type { AuditLine } from './staff.ts'

const fields = { brand: formText(90), series: formText(90), model: formText(90), type_numbers: formText(4_000) }
export const deviceForm = z.object({ version: formText(20), ...fields })
/** Article numbers, one on each line or with commas between. */
export const fitsForm = z.object({ skus: formText(20_000) })
export const unfitForm = z.object({ 'row[]': formTexts })
export const deviceRemoveForm = z.object({ sure: formText(4) })
export type DeviceFields = Readonly<Record<keyof typeof fields, string>>

/** A device, or the form of a new one. */
export type DevicePage = {
  /** '' for a new one. */
  id: string
  name: string
  version: string
  fields: DeviceFields
  /** The first parts that fit it, by article number. */
  parts: readonly { id: string; sku: string; name: string; isDraft: boolean }[]
  partCount: number
  addresses: readonly { language: string; path: string; address: string }[]
  audit: readonly AuditLine[]
  mayChange: boolean
}
