import { z } from 'zod/mini'
import { maxDeviceNameLength } from '../../domain/lists/saved-devices.ts'
import type { FinderForm } from '../catalog-pages/find-parts-page.ts'
import { formChoice, formText } from '../form-fields.ts'

/** A saved device: its model, the customer's own name ('' for none), and the categories with most of its parts. */
export type SavedDevice = {
  slug: string
  model: string
  ownName: string
  typeNumbers: string
  path: string
  categories: { name: string; path: string; count: number }[]
}

/** `adding` is the device that the address names and that is not saved yet; `isSaved`: a change has just been saved. */
export type DevicesPage = {
  devices: SavedDevice[]
  adding: { slug: string; model: string } | null
  finder: FinderForm
  fault: 'too_many' | null
  isSaved: boolean
}

export const deviceForm = z.object({
  action: formChoice(['save', 'rename', 'remove']),
  slug: formText(200),
  name: formText(maxDeviceNameLength * 2),
})
