import { z } from 'zod'
import { column } from './profile-parts.ts'

const shared = {
  separator: z.string().min(1).default('|'),
  /** What each document is called, in the same order and with the same separator; else it is called by its file. */
  title: z.strictObject({ en: column, sv: column.optional() }).optional(),
}

/** Datasheets and manuals: addresses on the internet, or names of files in the folder that the import was given. */
export const profileDocuments = z.union([
  z.strictObject({ urls: z.union([column, z.array(column).min(1).max(12)]), ...shared }),
  z.strictObject({ files: column, ...shared }),
])
