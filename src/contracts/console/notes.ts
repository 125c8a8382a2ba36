import { z } from 'zod/mini'
import { formText } from '../form-fields.ts'

export const maxStaffNoteLength = 2_000

export const addNoteForm = z.object({ note: formText(maxStaffNoteLength) })
export const removeNoteForm = z.object({ id: formText(60) })

/** What staff have written about a customer or an organization, for themselves. */
export type StaffNoteLine = { id: string; at: string; author: string; text: string }
