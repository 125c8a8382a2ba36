/** A source that cannot be fetched or imported; the message is a sentence for the operator. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}
