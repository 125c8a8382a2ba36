import { join } from 'node:path'
import { may } from '../../identity/staff/staff-session.ts'
import { fieldsOf, type Fields } from '../../platform/http/read-form.ts'
import { maxBrandBytes } from '../../platform/settings/brand/brand-picture.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { deleteFiles, receiveFiles, type ReceivedFile } from '../frame/receive-files.ts'
import { unlessBusy } from '../pictures/take-upload.ts'

/** The file, and the few fields beside it. */
const maxRead = maxBrandBytes + 64 * 1024

const received = new WeakMap<Request, readonly ReceivedFile[]>()

/** Reads a form of settings; a picture in it waits on disk for its action. Who may not change settings sends none. */
export async function readSettingFields({ shop, session, request: { request } }: ConsoleContext): Promise<Fields> {
  if (!(request.headers.get('Content-Type') ?? '').startsWith('multipart/form-data')) return fieldsOf(request)
  const { fields, files } = await receiveFiles(request, {
    folder: join(shop.env.SHOP_DATA, 'uploads'),
    maxBytes: maxBrandBytes,
    maxFiles: may(session, 'settings.change') ? 1 : 0,
    maxRead,
  })
  received.set(request, files)
  return fields
}

/** Stores the uploaded picture of the brand and returns its path. Throws ConsoleError for one that is refused. */
export async function storeUploaded({ shop, request: { request } }: ConsoleContext, setting: string): Promise<string> {
  const [file] = received.get(request) ?? []
  if (!file) throw new ConsoleError('import_file_missing')
  if (file.isTooLarge) throw new ConsoleError('brand_too_large')
  const stored = await unlessBusy(() => shop.files.brand(file.path, setting))
  if ('fault' in stored) throw new ConsoleError(`brand_${stored.fault}`)
  return stored.path
}

/** Deletes the file that came with the form. */
export async function deleteUploaded({ request: { request } }: ConsoleContext): Promise<void> {
  await deleteFiles(received.get(request) ?? [])
}
