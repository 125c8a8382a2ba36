import { consolePath } from '../../../console-routes.ts'
import {
  cropForm,
  pictureForm,
  versionForm,
  type CropInput,
  type PictureInput,
  type PicturePage,
  type ShownUse,
} from '../../../contracts/console/pictures.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
import { libraryAddress, libraryWidths, sizeAtWidth } from '../../../domain/content/library-address.ts'
import { libraryRow, lockLibraryRow, type LibraryRow } from '../../content/pictures/library-queries.ts'
import { describePicture, removePicture, replacePicture } from '../../content/pictures/library.ts'
import { usesOfPicture, type PictureUse } from '../../content/pictures/picture-uses.ts'
import { mergeValues } from '../../content/records/save-values.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { deleteFiles } from '../frame/receive-files.ts'
import { recordChanged } from '../frame/record-changed.ts'
import { undoableHistory } from '../staff/undo-record.ts'
import { cropAgain, cropSheet, keepCrop, makeCrop } from './crop-picture.ts'
import { onPictures } from './on-pictures.ts'
import { filesOf, uploadLimits, readWithFiles } from './receive-pictures.ts'
import { takeAgain, takePicture } from './take-upload.ts'
import { formerPicture, undoingOf } from './undo-picture.ts'

const permission = 'content.change'

/** One picture of the library: what it shows in words, where it is shown, and another file in its place. */
export const pictureScreen = consoleScreen<PicturePage>({
  screen: 'picture',
  permission: 'content.view',
  doneElsewhere: ['upload'],
  load: async (context) => {
    const row = await libraryRow(context.shop.db, context.request.params['id'] ?? '')
    return row && pictureContent(context, row)
  },
  readFields: (context) => readWithFiles(context, permission, 1),
  actions: {
    save: consoleAction({ permission, form: pictureForm, run: describe }),
    undo: consoleAction({ permission, form: undoForm, run: undo }),
    replace: consoleAction({ permission, form: versionForm, run: (context, { version }) => replace(context, version) }),
    crop: consoleAction({
      permission,
      form: cropForm,
      run: (context, input) => crop(context, cropAction(input.version), input),
    }),
    uncrop: consoleAction({
      permission,
      form: versionForm,
      run: (context, { version }) => crop(context, cropAction(version), null),
    }),
    delete: consoleAction({
      permission,
      form: versionForm,
      run: async (context, { version }) => {
        await onRequestedPicture(context, 'pictures.delete', (editing, row) => removePicture(editing, row), version)
        return consolePath('pictures')
      },
    }),
  },
})

type Work = (editing: Parameters<Parameters<typeof onPictures>[2]>[0], row: LibraryRow) => Promise<void>

/** Does something with the picture of the address, unless somebody has changed it since `version`. */
async function onRequestedPicture(
  context: ConsoleContext,
  operation: string,
  work: Work,
  version?: string,
): Promise<void> {
  const id = context.request.params['id'] ?? ''
  const shown = await libraryRow(context.shop.db, id)
  if (!shown) throw new ConsoleError('unknown')
  await onPictures(context, { operation, id, label: shown.name }, async (editing) => {
    const row = await lockLibraryRow(editing.db, id)
    if (!row) throw new ConsoleError('unknown')
    if (version !== undefined && version !== String(row.version)) throw await changedMeanwhile(editing.db, id)
    await work(editing, row)
  })
}

function changedMeanwhile(trx: DatabaseTransaction, id: string): Promise<ConsoleError> {
  return recordChanged(trx, { kind: 'picture', id })
}

/** Saves the fields that somebody has changed, unless somebody else has changed the same. */
function describe(context: ConsoleContext, { 'was:': before, name, alt_en, alt_sv }: PictureInput): Promise<void> {
  return onRequestedPicture(context, 'pictures.describe', async (editing, row) => {
    const typed = { name, alt_en, alt_sv }
    const stored = { name: row.name, alt_en: row.alt_en, alt_sv: row.alt_sv }
    const was = { ...stored, ...Object.fromEntries(before) }
    const { changes, conflicts } = mergeValues(stored, { typed, was })
    if (conflicts.length > 0) throw await changedMeanwhile(editing.db, row.id)
    if (changes['name']?.trim() === '') throw new ConsoleError('picture_unnamed')
    if (Object.keys(changes).length > 0) await describePicture(editing, row, changes)
  })
}

/** Takes back a change of the words of a picture, or of the part that is shown. */
async function undo(context: ConsoleContext, { entry }: { entry: string }): Promise<void> {
  const shown = await libraryRow(context.shop.db, context.request.params['id'] ?? '')
  if (!shown) throw new ConsoleError('unknown')
  const former = await formerPicture(context, shown, entry)
  const action = { operation: 'pictures.undo', version: String(shown.version) }
  if ('part' in former) return crop(context, action, former.part, former.picture)
  await onRequestedPicture(
    context,
    action.operation,
    (editing, row) => describePicture(editing, row, former.words),
    action.version,
  )
}

async function replace(context: ConsoleContext, version: string): Promise<void> {
  const files = filesOf(context)
  try {
    const [file] = files
    if (!file) throw new ConsoleError('import_file_missing')
    const taken = await takePicture(context, file, { isForTexts: true })
    const { bytes } = file
    await onRequestedPicture(
      context,
      'pictures.replace',
      (editing, row) => replacePicture(editing, row, { taken, bytes }),
      version,
    )
    await takeAgain(context, file, taken.id)
  } finally {
    await deleteFiles(files)
  }
}

type CropAction = { readonly operation: string; readonly version: string }

/**
 * Shows a part of the picture wherever it is shown in texts, or with null the whole of it again; with `wanted` only
 * where that makes this picture.
 */
async function crop(
  context: ConsoleContext,
  action: CropAction,
  input: CropInput | null,
  wanted?: string,
): Promise<void> {
  const shown = await libraryRow(context.shop.db, context.request.params['id'] ?? '')
  if (!shown) throw new ConsoleError('unknown')
  const made = await makeCrop(context, shown.picture_id, { input, isForTexts: true })
  if (wanted !== undefined && made.id !== wanted) throw new ConsoleError('not_possible')
  const work: Work = async (editing, row) => {
    if (row.picture_id === made.id) return
    await keepCrop(editing.db, made)
    await replacePicture(editing, row, { taken: made, bytes: row.bytes })
  }
  await onRequestedPicture(context, action.operation, work, action.version)
  await cropAgain(context, made, { isForTexts: true })
}

const cropAction = (version: string): CropAction => ({ operation: 'pictures.crop', version })

async function pictureContent(context: ConsoleContext, row: LibraryRow): Promise<PicturePage> {
  const { shop, session } = context
  const { id, picture_id, name, alt_en, alt_sv, width, height, bytes, version } = row
  const { language } = session.staff
  return {
    id,
    name,
    alts: { en: alt_en, sv: alt_sv },
    pictureId: picture_id,
    src: libraryAddress(picture_id),
    ...sizeAtWidth(row, libraryWidths[1]),
    original: { width, height },
    bytes,
    version,
    addedAt: row.added_at,
    addedBy: row.added_by,
    uses: (await usesOfPicture(shop.db, picture_id, language)).map(shownUse),
    sheet: (await cropSheet(shop.db, picture_id)) ?? null,
    megabytes: uploadLimits.megabytes,
    audit: await undoableHistory(context, await undoingOf(context, row)),
    mayChange: may(session, permission),
  }
}

function shownUse(use: PictureUse): ShownUse {
  const { kind, id } = use
  if (kind === 'category') return { kind, name: use.name, language: null, address: null }
  if (kind === 'product')
    return { kind, name: use.name, language: null, address: consolePath('product-files', { sku: id }) }
  return { kind, name: id, language: use.language, address: consolePath('content-item', { kind, id }) }
}
