import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentIds, pictureIds } from '../../server/catalog/import/definition-queries.ts'
import type { Profile } from '../../server/catalog/import/profile/profile.ts'
import type { Documents, Photos } from '../../server/catalog/import/rows/feed-files.ts'
import type { ToolShop } from '../open-database.ts'
import { DocumentFiles, maxDocumentBytes } from './document-files.ts'
import { fileFolder } from './file-folder.ts'
import { fileWeb } from './file-web.ts'
import { fileZip } from './file-zip.ts'
import type { OpenFiles, OwnFiles } from './own-files.ts'
import { photoLimits } from './photo-check.ts'
import { PhotoFiles } from './photo-files.ts'

/** The photographs and documents of one import, and what has to be cleared away after it. */
type FeedFiles = {
  photos: Photos | undefined
  documents: Documents | undefined
  [Symbol.asyncDispose](): Promise<void>
}
/** The folders or .zip files that were named. */
type Named = { pictures: string | undefined; documents: string | undefined }

/** Provides what a profile reads files from: the internet, or the folder or .zip file that was named. */
export async function filesFor(
  { picture, documents }: Profile,
  { env, db }: ToolShop,
  { named, now }: { named: Named; now: Date },
): Promise<FeedFiles> {
  const inData = (name: string): string => join(env.SHOP_DATA, name)
  const temporary = await mkdtemp(join(tmpdir(), 'import-'))
  const close = () => rm(temporary, { recursive: true, force: true })
  try {
    const from = { temporary, now }
    const photos = await filesFrom(picture && 'urls' in picture, named.pictures, {
      ...from,
      files: new PhotoFiles(inData('pictures')),
      maxBytes: photoLimits.bytes,
      memory: inData('picture-addresses'),
      keptIds: () => pictureIds(db),
    })
    const papers = await filesFrom(documents && 'urls' in documents, named.documents, {
      ...from,
      files: new DocumentFiles(inData('documents')),
      maxBytes: maxDocumentBytes,
      memory: inData('document-addresses'),
      keptIds: () => documentIds(db),
    })
    const closeAll = async () => {
      photos?.close()
      papers?.close()
      await close()
    }
    return { photos, documents: papers, [Symbol.asyncDispose]: closeAll }
  } catch (error) {
    await close()
    throw error
  }
}

type Wanted<Row> = {
  files: OwnFiles<Row>
  maxBytes: number
  memory: string
  temporary: string
  now: Date
  keptIds: () => Promise<ReadonlySet<string>>
}

async function filesFrom<Row>(
  isWeb: boolean | undefined,
  named: string | undefined,
  { keptIds, ...wanted }: Wanted<Row>,
): Promise<OpenFiles<Row> | undefined> {
  if (isWeb) {
    const kept = await keptIds()
    const temporary = await mkdtemp(join(wanted.temporary, 'web-'))
    return fileWeb({ ...wanted, temporary, isKept: (id) => kept.has(id) })
  }
  if (named === undefined) return undefined
  if (!/\.zip$/i.test(named)) return { ...fileFolder(named, wanted.files), close: () => {} }
  return fileZip(named, { ...wanted, temporary: await mkdtemp(join(wanted.temporary, 'zip-')) })
}
