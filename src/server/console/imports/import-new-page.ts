import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { consolePath } from '../../../console-routes.ts'
import { noImportForm, type ImportNewPage } from '../../../contracts/console/imports.ts'
import { slugify } from '../../../domain/products/slugs.ts'
import { fileKind } from '../../catalog/import/runs/file-kind.ts'
import { newImportRow } from '../../catalog/import/runs/new-import-row.ts'
import { countDrafts, insertImportRow } from '../../catalog/import/runs/run-queries.ts'
import {
  deleteUpload,
  filesOfUpload,
  maxUploadBytes,
  uploadFolder,
  uploadsFolder,
} from '../../catalog/import/runs/upload-folder.ts'
import { audited } from '../../platform/audit/audit.ts'
import { newId } from '../../platform/ids.ts'
import { printableLine } from '../../platform/printable.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { receiveFiles, type ReceivedFile } from '../frame/receive-files.ts'

/** Uploads that wait to be imported; more would fill the disk. */
const maxDrafts = 50
/** As long as the server waits for a whole request. */
const seconds = 30

/** A form that a program sends may have more files than the screen's; `received` are all of them. */
type Upload = { feed: ReceivedFile | undefined; files: ReceivedFile | undefined; received: readonly ReceivedFile[] }

const uploads = new WeakMap<Request, Upload>()

/** Where a file is uploaded, which is then looked at before anything of it is imported. */
export const importNewScreen = consoleScreen<ImportNewPage>({
  screen: 'import-new',
  permission: 'imports.change',
  load: async ({ shop }) => ({
    megabytes: maxUploadBytes / 1024 / 1024,
    seconds,
    drafts: await countDrafts(shop.db),
    maxDrafts,
  }),
  readFields: async ({ shop, request }) => {
    const { fields, files } = await receiveFiles(request.request, {
      folder: uploadsFolder(shop.env.SHOP_DATA),
      maxBytes: maxUploadBytes,
      maxFiles: 2,
      maxRead: 4 * maxUploadBytes,
    })
    const zip = files.find(({ field }) => field === 'files')
    uploads.set(request.request, { feed: files.find((each) => each !== zip), files: zip, received: files })
    return fields
  },
  actions: {
    upload: consoleAction({ permission: 'imports.change', form: noImportForm, run: (context) => addUpload(context) }),
  },
})

async function addUpload(context: ConsoleContext): Promise<string> {
  const { feed, files, received = [] } = uploads.get(context.request.request) ?? {}
  const id = newId()
  try {
    if (!feed) throw new ConsoleError('import_file_missing')
    if (files) await keepFiles(context, id, files)
    await keepUpload(context, id, feed)
    return consolePath('import', { id })
  } catch (error) {
    await deleteUpload(context.shop.env.SHOP_DATA, id)
    throw error
  } finally {
    for (const { path } of received) await rm(path, { force: true })
  }
}

/** Keeps the pictures and documents that the feed names. */
async function keepFiles({ shop }: ConsoleContext, id: string, zip: ReceivedFile): Promise<void> {
  if (zip.isTooLarge) throw new ConsoleError('import_too_large', { megabytes: maxUploadBytes / 1024 / 1024 })
  if ((await fileKind(zip.path)) !== 'zip') throw new ConsoleError('import_files_zip')
  const target = filesOfUpload(shop.env.SHOP_DATA, id)
  await mkdir(dirname(target), { recursive: true })
  await rename(zip.path, target)
}

async function keepUpload({ shop, session }: ConsoleContext, id: string, upload: ReceivedFile): Promise<void> {
  if (upload.isTooLarge) throw new ConsoleError('import_too_large', { megabytes: maxUploadBytes / 1024 / 1024 })
  if ((await countDrafts(shop.db)) >= maxDrafts) throw new ConsoleError('import_too_many', { count: maxDrafts })
  const kind = await fileKind(upload.path)
  if (!kind) throw new ConsoleError('import_kind')
  const file = shownName(upload.name)
  const stored = `${slugify(file.slice(0, file.length - extname(file).length)).slice(0, 60) || 'feed'}.${kind}`
  const folder = uploadFolder(shop.env.SHOP_DATA, id)
  await mkdir(folder, { recursive: true })
  await rename(upload.path, join(folder, stored))
  const { staffId, name: actor, address } = session.actor
  const row = { ...newImportRow(id, shop.now()), file, stored, bytes: upload.bytes, staff_id: staffId, actor, address }
  const action = { operation: 'imports.upload', subject: { kind: 'import', id, label: file } }
  await audited(shop, session.actor, action, ({ db }) =>
    db.transaction().execute((trx) => insertImportRow(trx, { ...row, task: 'guess' })),
  )
}

/** The name that the sender's file has, without folders; it is shown, and never a path here. */
function shownName(name: string): string {
  return printableLine(name.replaceAll('\\', '/').split('/').at(-1) ?? '').slice(0, 120) || 'feed'
}
