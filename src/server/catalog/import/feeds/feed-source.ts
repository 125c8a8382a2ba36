/** A feed's bytes, whatever it is packed in. */
export type FeedSource = {
  /** The name of the feed itself, without that of what it is packed in. */
  name: string
  /** The path of the feed, where it is not packed. */
  file?: string
  /** Reads it from the beginning. `onBytes` receives the number of bytes of the file that were read. */
  read(onBytes: (bytes: number) => void): AsyncIterable<Buffer>
}
