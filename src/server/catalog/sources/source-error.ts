/**
 * A source that cannot be fetched or imported; the message is a sentence for the operator. `hostKey` is the key that an
 * SFTP server showed and that the source does not have.
 */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly hostKey: string

  constructor(message: string, hostKey = '') {
    super(message)
    this.hostKey = hostKey
  }
}
