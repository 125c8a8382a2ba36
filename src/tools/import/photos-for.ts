import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Profile } from '../../server/catalog/import/profile/profile.ts'
import type { Photos } from '../../server/catalog/import/rows/photos.ts'
import { pictureIds } from '../../server/catalog/import/definition-queries.ts'
import type { ToolShop } from '../open-database.ts'
import { photoFolder } from './photo-folder.ts'
import { photoWeb } from './photo-web.ts'
import { photoZip } from './photo-zip.ts'

/** The photographs of one import, and what has to be cleared away after it. */
type OpenPhotos = { photos: Photos | undefined; [Symbol.asyncDispose](): Promise<void> }

/** Provides what a profile reads photographs from: the internet, or the folder or .zip file that was named. */
export async function photosFor(
  { picture }: Profile,
  { env, db }: ToolShop,
  { named, now }: { named: string | undefined; now: Date },
): Promise<OpenPhotos> {
  const pictures = join(env.SHOP_DATA, 'pictures')
  const isWeb = picture !== undefined && 'urls' in picture
  const isZip = picture !== undefined && 'files' in picture && named !== undefined && /\.zip$/i.test(named)
  if (!isWeb && !isZip) {
    const photos = named === undefined ? undefined : photoFolder(named, pictures)
    return { photos, [Symbol.asyncDispose]: async () => {} }
  }
  const temporary = await mkdtemp(join(tmpdir(), 'import-'))
  const kept = await pictureIds(db)
  const memory = join(env.SHOP_DATA, 'picture-addresses')
  const photos = isWeb
    ? photoWeb({ pictures, memory, temporary }, { now, isKept: (id) => kept.has(id) })
    : await photoZip(named ?? '', pictures, temporary)
  return {
    photos,
    [Symbol.asyncDispose]: async () => {
      photos.close()
      await rm(temporary, { recursive: true, force: true })
    },
  }
}
