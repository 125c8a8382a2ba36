import type { FileReason, FileReasonCode } from '../../../domain/products/file-reasons.ts'
import { FileError } from '../import/file-error.ts'

/**
 * A source that cannot be fetched or imported. `hostKey` is the key that an SFTP server showed and that the source does
 * not have.
 */
export class SourceError extends FileError {
  override readonly name = 'SourceError'
  readonly hostKey: string

  constructor(code: FileReasonCode, values?: FileReason['values'], hostKey = '') {
    super(code, values)
    this.hostKey = hostKey
  }
}
