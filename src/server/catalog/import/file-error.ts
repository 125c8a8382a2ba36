import { fileReason, type FileReason, type FileReasonCode } from '../../../domain/products/file-reasons.ts'

/** A file that is refused as a whole, or not even begun; the message is `detail` in English. */
export class FileError extends Error {
  readonly detail: FileReason

  constructor(code: FileReasonCode, values?: FileReason['values']) {
    const detail = fileReason(code, values)
    super(detail.reason)
    this.detail = detail
  }
}
