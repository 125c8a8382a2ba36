import type { CropInput, CropSheet } from '../../../contracts/console/pictures.ts'
import {
  isCropOf,
  isWholePicture,
  minCrop,
  wholePicture,
  type Crop,
  type PictureSize,
} from '../../../domain/products/picture-crop.ts'
import { imageKind } from '../../../domain/products/products.ts'
import { pictureHref } from '../../../routes.ts'
import { addCropRow, cropSource, type CropSource } from '../../catalog/import/files/crop-queries.ts'
import type { CroppedPicture } from '../../catalog/import/files/file-taker.ts'
import {
  addPictureRow,
  isBeingDeleted,
  lockKnownFiles,
  insertAndLockPicture,
} from '../../catalog/import/files/picture-row-queries.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { hasFiles, unlessBusy } from './take-upload.ts'

/** A part of a picture, or all of it, as a picture of its own whose files exist. */
export type MadeCrop = CroppedPicture & { readonly source: CropSource; readonly crop: Crop }

/** What the form for the part of a picture shows; undefined for a drawing, and for one that the shop does not have. */
export async function cropSheet(db: Queryable, pictureId: string): Promise<CropSheet | undefined> {
  const source = pictureId.endsWith('.svg') ? undefined : await cropSource(db, pictureId)
  return (
    source && {
      src: pictureHref(source.id, imageKind.zoom, 'webp'),
      size: source.size,
      crop: source.crop ?? wholePicture(source.size),
      isCropped: source.crop !== null,
      isKept: source.isKept,
    }
  )
}

/** Makes the part that a form asks for, or gives back the whole picture. Throws ConsoleError for one that is none. */
export async function makeCrop(
  { shop }: Pick<ConsoleContext, 'shop'>,
  pictureId: string,
  { input, isForTexts }: { input: CropInput | null; isForTexts: boolean },
): Promise<MadeCrop> {
  const source = pictureId.endsWith('.svg') ? undefined : await cropSource(shop.db, pictureId)
  if (!source) throw new ConsoleError('unknown')
  const crop = input === null ? wholePicture(source.size) : typedCrop(input, source.size)
  if (isWholePicture(crop, source.size)) return { id: source.id, ...source.size, source, crop }
  const wanted = { id: source.id, size: source.size, crop, isForTexts }
  const made = await unlessBusy(() => shop.files.crop(wanted))
  if ('problem' in made) throw new ConsoleError('product_files_gone')
  const part = { ...made, source, crop }
  // What is refused after this has a row, by which the job that deletes unused files finds it.
  await shop.db.transaction().execute(async (trx) => {
    await addPictureRow(trx, { id: made.id, width: made.width, height: made.height })
    await addCropRow(trx, rowOf(part))
  })
  return part
}

/** Keeps a part and its original from being deleted until the transaction ends, which is to show the part. */
export async function keepCrop(trx: DatabaseTransaction, made: MadeCrop): Promise<void> {
  const { id, width, height, source } = made
  for (const each of new Set([id, source.id]))
    if (await isBeingDeleted(trx, 'picture', each)) throw new ConsoleError('picture_busy')
  if (!(await lockKnownFiles(trx, 'picture', [source.id])).has(source.id)) throw new ConsoleError('product_files_gone')
  if (id === source.id) return
  await insertAndLockPicture(trx, { id, width, height })
  await addCropRow(trx, rowOf(made))
}

/** Makes the files of a part again, where the job that deletes unused files has deleted them meanwhile. */
export async function cropAgain(
  { shop }: Pick<ConsoleContext, 'shop'>,
  made: MadeCrop,
  { isForTexts }: { isForTexts: boolean },
): Promise<void> {
  const { source, crop, id } = made
  if (id === source.id || (await hasFiles(shop, id))) return
  await unlessBusy(() => shop.files.crop({ id: source.id, size: source.size, crop, isForTexts }))
}

function rowOf({ id, source, crop }: MadeCrop) {
  return { id, original_id: source.id, ...crop }
}

function typedCrop({ x, y, width, height }: CropInput, size: PictureSize): Crop {
  const typed = { x, y, width, height }
  for (const [name, text] of Object.entries(typed)) if (!/^\d{1,6}$/.test(text)) throw fault(size, name)
  const crop = { x: Number(x), y: Number(y), width: Number(width), height: Number(height) }
  if (!isCropOf(crop, size)) throw fault(size, crop.x + crop.width > size.width ? 'width' : 'height')
  return crop
}

function fault({ width, height }: PictureSize, field: string): ConsoleError {
  return new ConsoleError('picture_crop', { least: minCrop, width, height }, field)
}
