import { join } from 'node:path'
import type { Permission } from '../../../domain/staff/permissions.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { Fields } from '../../platform/http/read-form.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { receiveFiles, type ReceivedFile } from '../frame/receive-files.ts'

const mebibyte = 1024 * 1024
/** Limits of one form with pictures or documents. */
export const uploadLimits = { bytes: 20 * mebibyte, megabytes: 20, files: 20 }
/** A form that is longer is cut off: as long as its files may be together. */
const maxRead = 200 * mebibyte

const received = new WeakMap<Request, readonly ReceivedFile[]>()

/** Reads a form with files, which wait on disk for its action; who may not use them sends none. */
export async function readWithFiles(
  { shop, session, request }: ConsoleContext,
  permission: Permission,
  maxFiles: number = uploadLimits.files,
): Promise<Fields> {
  const { fields, files } = await receiveFiles(request.request, {
    folder: join(shop.env.SHOP_DATA, 'uploads'),
    maxBytes: uploadLimits.bytes,
    maxFiles: may(session, permission) ? maxFiles : 0,
    maxRead,
  })
  received.set(request.request, files)
  return fields
}

/** The files of the form that a request has sent. */
export function filesOf({ request }: ConsoleContext): readonly ReceivedFile[] {
  return received.get(request.request) ?? []
}
