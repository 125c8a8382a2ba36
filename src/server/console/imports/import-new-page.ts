import { mkdir, rename, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { consolePath } from '../../../console-routes.ts'
import { noImportForm, type ImportNewPage } from '../../../contracts/console/imports.ts'
import { slugify } from '../../../domain/products/slugs.ts'
import { fileKind } from '../../catalog/import/runs/file-kind.ts'
import { newImportRow } from '../../catalog/import/runs/new-import-row.ts'
import { countDrafts, insertImportRow } from '../../catalog/import/runs/run-queries.ts'
import { deleteUpload, maxUploadBytes, uploadFolder, uploadsFolder } from '../../catalog/import/runs/upload-folder.ts'
import { audited } from '../../platform/audit/audit.ts'
import { newId } from '../../platform/ids.ts'
import { printableLine } from '../../platform/printable.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { receiveFiles, type ReceivedFile } from '../frame/receive-files.ts'

/** Uploads that wait to be imported; more would fill the disk. */
const maxDrafts = 50
/** As long as the server waits for a whole request. */
const seconds = 30

const uploads = new WeakMap<Request, ReceivedFile>()

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
      maxFiles: 1,
      maxRead: 4 * maxUploadBytes,
    })
    if (files[0]) uploads.set(request.request, files[0])
    return fields
  },
  actions: {
    upload: consoleAction({ permission: 'imports.change', form: noImportForm, run: (context) => addUpload(context) }),
  },
})

async function addUpload(context: ConsoleContext): Promise<string> {
  const upload = uploads.get(context.request.request)
  if (!upload) throw new ConsoleError('import_file_missing')
  const id = newId()
  try {
    await keepUpload(context, id, upload)
    return consolePath('import', { id })
  } catch (error) {
    await deleteUpload(context.shop.env.SHOP_DATA, id)
    throw error
  } finally {
    await rm(upload.path, { force: true })
  }
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
