import type { StaffNoteLine } from '../../../contracts/console/notes.ts'
import type { Row } from '../../platform/db/tables.ts'

export function noteLine({ id, at, author, text }: Row<'staff_notes'>): StaffNoteLine {
  return { id, at, author, text }
}
