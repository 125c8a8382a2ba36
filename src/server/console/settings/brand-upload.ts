import { join } from 'node:path'
import { BrandPictureError, mostBrandBytes, storeBrandPicture } from '../../platform/settings/brand/brand-picture.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { fieldsOf, type Fields } from '../../platform/http/read-form.ts'
import { ConsoleError } from '../frame/console-error.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { deleteFiles, receiveFiles, type ReceivedFile } from '../frame/receive-files.ts'

/** The file, and the few fields beside it. */
const mostRead = mostBrandBytes + 64 * 1024

const received = new WeakMap<Request, readonly ReceivedFile[]>()

/** Reads a form of settings; a picture in it waits on disk for its action. Who may not change settings sends none. */
export async function readSettingFields({ shop, session, request: { request } }: ConsoleContext): Promise<Fields> {
  if (!(request.headers.get('Content-Type') ?? '').startsWith('multipart/form-data')) return fieldsOf(request)
  const { fields, files } = await receiveFiles(request, {
    folder: join(shop.env.SHOP_DATA, 'uploads'),
    mostBytes: mostBrandBytes,
    mostFiles: may(session, 'settings.change') ? 1 : 0,
    mostRead,
  })
  received.set(request, files)
  return fields
}

/** Stores the uploaded picture of the brand and returns its path. Throws ConsoleError for one that is refused. */
export async function storeUploaded({ shop, request: { request } }: ConsoleContext, setting: string): Promise<string> {
  const [file] = received.get(request) ?? []
  if (!file) throw new ConsoleError('import_file_missing')
  try {
    if (file.isTooLarge) throw new ConsoleError('brand_too_large')
    return await storeBrandPicture(setting, file.path, shop.env.SHOP_DATA)
  } catch (error) {
    if (error instanceof BrandPictureError) throw new ConsoleError(`brand_${error.fault}`)
    throw error
  }
}

/** Deletes the file that came with the form. */
export async function deleteUploaded({ request: { request } }: ConsoleContext): Promise<void> {
  await deleteFiles(received.get(request) ?? [])
}
