import { FeedError } from './feed-row.ts'

const mebibyte = 1024 * 1024

/** What a packed feed may unpack to; real feeds are packed to a tenth or a fiftieth of their size. */
const limits = { bytes: 4096 * mebibyte, ratio: 250, freeBytes: 16 * mebibyte }

/** Counts what a packed file unpacks to; throws FeedError when that is too much. */
export class UnpackedLimit {
  #unpacked = 0

  note(bytes: number, packed: number): void {
    this.#unpacked += bytes
    checkUnpacked(this.#unpacked, packed)
  }
}

export function checkUnpacked(bytes: number, packed: number): void {
  if (bytes > limits.bytes) throw new FeedError('unpacked_large', { megabytes: limits.bytes / mebibyte })
  if (bytes > limits.freeBytes && bytes > packed * limits.ratio)
    throw new FeedError('unpacked_ratio', { ratio: limits.ratio })
}
