import type { CroppedPicture } from '../../catalog/import/files/file-taker.ts'
import { isBeingDeleted, insertAndLockPicture } from '../../catalog/import/files/picture-row-queries.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { ContentError, type Editing } from '../content-item.ts'
import { refuseLostEdit, writeDraft, writeShown } from '../items.ts'
import {
  deleteLibraryRow,
  insertLibraryRow,
  libraryRowOf,
  lockLibraryRow,
  updateLibraryRow,
  type LibraryRow,
} from './library-queries.ts'
import { usesOfPicture } from './picture-uses.ts'
import { withOtherPicture } from './replace-in-text.ts'
import { textsWithPicture } from './use-queries.ts'

type Within = Editing & { db: DatabaseTransaction }
/** A picture whose files exist; `bytes` is the size of the file that was uploaded. */
type Uploaded = { readonly taken: CroppedPicture; readonly bytes: number }
type Texts = Pick<LibraryRow, 'name' | 'alt_en' | 'alt_sv'>

/** Adds a picture whose files were made. Throws ContentError where the library has it. */
export async function addPicture(
  { db, now, by = '' }: Within,
  { id, name, taken, bytes }: Uploaded & { id: string; name: string },
): Promise<void> {
  await storePicture(db, taken)
  const known = await libraryRowOf(db, taken.id)
  if (known) throw new ContentError('The library has this picture.', 'picture_there', known.name)
  const at = now().toISOString()
  const { width, height } = taken
  const own = { id, picture_id: taken.id, name, alt_en: '', alt_sv: '', width, height, bytes }
  await insertLibraryRow(db, { ...own, added_at: at, added_by: by, updated_at: at, version: 1 })
}

/** Changes what a picture is called and what it shows in words. */
export async function describePicture({ db, now }: Within, row: LibraryRow, texts: Partial<Texts>): Promise<void> {
  await updateLibraryRow(db, { ...row, ...texts, updated_at: now().toISOString(), version: row.version + 1 })
}

/**
 * Shows another picture wherever this one is shown in texts of pages, widgets and guides, in drafts and published.
 * Products and categories keep theirs. Throws ContentError where the library has the other one.
 */
export async function replacePicture(editing: Within, row: LibraryRow, { taken, bytes }: Uploaded): Promise<void> {
  const { db, now } = editing
  await storePicture(db, taken)
  const known = await libraryRowOf(db, taken.id)
  if (known) throw new ContentError('The library has this picture.', 'picture_there', known.name)
  const { width, height } = taken
  const at = now().toISOString()
  await updateLibraryRow(db, {
    ...row,
    picture_id: taken.id,
    width,
    height,
    bytes,
    updated_at: at,
    version: row.version + 1,
  })
  await replaceInTexts(editing, row.picture_id, taken)
}

/** Takes a picture out of the library. Throws ContentError while something shows it. */
export async function removePicture({ db }: Within, row: LibraryRow): Promise<void> {
  await lockLibraryRow(db, row.id)
  const uses = await usesOfPicture(db, row.picture_id, 'en')
  if (uses.length > 0) throw new ContentError('The picture is in use.', 'picture_used', String(uses.length))
  await deleteLibraryRow(db, row.id)
}

/** Stores the picture whose files were made. Throws ContentError while a picture with the same files is deleted. */
async function storePicture(trx: DatabaseTransaction, { id, width, height }: CroppedPicture): Promise<void> {
  if (await isBeingDeleted(trx, 'picture', id)) throw new ContentError('Its files are being deleted.', 'picture_busy')
  await insertAndLockPicture(trx, { id, width, height })
}

async function replaceInTexts(editing: Within, from: string, to: CroppedPicture): Promise<void> {
  const { pages, widgets, guides } = await textsWithPicture(editing.db, from)
  const updated_at = editing.now().toISOString()
  for (const row of [...pages, ...widgets, ...guides]) {
    const isGuide = !('draft_hidden' in row) && !('draft_title' in row)
    const replaced = (text: string | null) =>
      text && (isGuide ? text.replaceAll(from, to.id) : withOtherPicture(text, from, to))
    const [draft, published] = [replaced(row.draft), replaced(row.published)]
    const next = { ...row, draft, published, updated_at }
    const isShown = published !== row.published
    refuseLostEdit(
      isShown
        ? await writeShown(editing, next, row.updated_at, { event: 'published' })
        : await writeDraft(editing, next, row.updated_at),
    )
  }
}
