import type { Crop, PictureSize } from '../../../../domain/products/picture-crop.ts'
import type { DatabaseTransaction, NewRow, Queryable } from '../../../platform/db/tables.ts'

/** What a picture was made of: its original with its size in pixels, and the part that it shows of it, if not all. */
export type CropSource = {
  readonly id: string
  readonly size: PictureSize
  readonly crop: Crop | null
  /** Whether the original is kept as it was uploaded. */
  readonly isKept: boolean
}

/** Reads what a picture was made of; undefined for one that the shop does not have. */
export async function cropSource(db: Queryable, pictureId: string): Promise<CropSource | undefined> {
  const part = await db.selectFrom('picture_crops').selectAll().where('id', '=', pictureId).executeTakeFirst()
  const source = await db
    .selectFrom('pictures as p')
    .leftJoin('picture_originals as o', 'o.id', 'p.id')
    .select(['p.id', 'p.width', 'p.height', 'o.bytes'])
    .where('p.id', '=', part?.original_id ?? pictureId)
    .executeTakeFirst()
  if (!source) return undefined
  const { id, width, height, bytes } = source
  const crop = part ? { x: part.x, y: part.y, width: part.width, height: part.height } : null
  return { id, size: { width, height }, crop, isKept: bytes !== null }
}

export async function addOriginalRow(trx: DatabaseTransaction, row: NewRow<'picture_originals'>): Promise<void> {
  await trx
    .insertInto('picture_originals')
    .values(row)
    .onConflict((on) => on.column('id').doNothing())
    .execute()
}

export async function addCropRow(trx: DatabaseTransaction, row: NewRow<'picture_crops'>): Promise<void> {
  await trx
    .insertInto('picture_crops')
    .values(row)
    .onConflict((on) => on.column('id').doNothing())
    .execute()
}

/** How many originals are kept, and their bytes together. */
export async function originalsKept(db: Queryable): Promise<{ count: number; bytes: number }> {
  const row = await db
    .selectFrom('picture_originals')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('bytes').as('bytes')])
    .executeTakeFirst()
  return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) }
}
