import { fileReason, type FileReason, type FileReasonCode } from '../../../domain/products/file-reasons.ts'

/** A file that is refused as a whole, or not even begun; the message is `told` in English. */
export class FileError extends Error {
  readonly told: FileReason

  constructor(code: FileReasonCode, values?: FileReason['values']) {
    const told = fileReason(code, values)
    super(told.reason)
    this.told = told
  }
}
