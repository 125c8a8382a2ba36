import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The largest file that is uploaded; larger ones are fetched by a source. */
export const maxUploadBytes = 50 * 1024 * 1024

/** The folder of all uploads. */
export const uploadsFolder = (data: string): string => join(data, 'imports')

/** The folder of one upload; its id comes from the database. */
export const uploadFolder = (data: string, id: string): string => join(uploadsFolder(data), id)

/** Deletes the file of an import. */
export async function deleteUpload(data: string, id: string): Promise<void> {
  await rm(uploadFolder(data, id), { recursive: true, force: true })
}
