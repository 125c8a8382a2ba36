import { createHash, type Hash } from 'node:crypto'
import { type Part, partOf } from './manifest.ts'

type Sum = { files: number; bytes: number; hash: Hash }

/** Adds up the parts of a backup while it is written or read, with constant memory for any number of files. */
export class PartSums {
  readonly #sums = new Map<string, Sum>()

  /** Begins a file; the returned function takes its bytes. */
  begin(file: string, size: number): (bytes: Buffer) => void {
    const part = partOf(file) ?? file
    const sum = this.#sums.get(part) ?? { files: 0, bytes: 0, hash: createHash('sha256') }
    this.#sums.set(part, sum)
    sum.files += 1
    sum.bytes += size
    sum.hash.update(`${file}\0${size}\0`)
    return (bytes) => void sum.hash.update(bytes)
  }

  /** Ends the sums and returns them. */
  parts(): Part[] {
    return [...this.#sums].map(([name, { files, bytes, hash }]) => ({ name, files, bytes, sha256: hash.digest('hex') }))
  }
}
