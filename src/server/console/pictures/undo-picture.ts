import { z } from 'zod'
import type { CropInput } from '../../../contracts/console/pictures.ts'
import type { LibraryRow } from '../../content/pictures/library-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { parseLogFields, fieldsWithout, type Undoing } from '../staff/undo-record.ts'
import { pictureLog } from './on-pictures.ts'

const logged = z.object({
  name: z.string(),
  alt_en: z.string(),
  alt_sv: z.string(),
  picture: z.string(),
  crop: z.string().optional(),
})

/** A change that is taken back: the former words, or the part that was shown before (null: the whole picture). */
type Former =
  | { readonly words: { name: string; alt_en: string; alt_sv: string } }
  | { readonly part: CropInput | null; readonly picture: string }

/** How the changes of a picture are taken back: of its words, and of the part that is shown. */
export async function undoingOf({ shop }: ConsoleContext, { id }: LibraryRow): Promise<Undoing> {
  return {
    subject: { kind: 'picture', id },
    operations: ['pictures.describe', 'pictures.crop', 'pictures.undo'],
    now: await pictureLog(shop.db, id),
    permission: 'content.change',
  }
}

/** What a picture was before one of its changes. Throws a refusal where somebody has changed the same since. */
export async function formerPicture(context: ConsoleContext, row: LibraryRow, entry: string): Promise<Former> {
  const fields = await fieldsWithout(context, await undoingOf(context, row), entry)
  const { crop, picture, ...words } = parseLogFields(logged, fields)
  if (picture === row.picture_id) return { words }
  return { part: crop === undefined ? null : partIn(crop, row), picture }
}

/** The log has a part as `x, y: width × height`, in pixels of the original. */
function partIn(text: string, { version }: LibraryRow): CropInput {
  const [, x, y, width, height] = /^(\d+), (\d+): (\d+) × (\d+)$/.exec(text) ?? []
  if (x === undefined || y === undefined || width === undefined || height === undefined)
    throw new ConsoleError('not_possible')
  return { version: String(version), x, y, width, height }
}
