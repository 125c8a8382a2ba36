import { FeedError } from './feed-row.ts'

const mebibyte = 1024 * 1024

/** What a packed feed may unpack to; real feeds are packed to a tenth or a fiftieth of their size. */
const most = { bytes: 4096 * mebibyte, ratio: 250, freeBytes: 16 * mebibyte }

/** Counts what a packed file unpacks to; throws FeedError when that is too much. */
export class UnpackedLimit {
  #unpacked = 0

  note(bytes: number, packed: number): void {
    this.#unpacked += bytes
    checkUnpacked(this.#unpacked, packed)
  }
}

export function checkUnpacked(bytes: number, packed: number): void {
  if (bytes > most.bytes) throw new FeedError('unpacked_large', { megabytes: most.bytes / mebibyte })
  if (bytes > most.freeBytes && bytes > packed * most.ratio)
    throw new FeedError('unpacked_ratio', { ratio: most.ratio })
}
