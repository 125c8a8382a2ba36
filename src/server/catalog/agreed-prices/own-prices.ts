import type { Minor } from '../../../domain/money/money.ts'
import { addTo, emptyBitmap, isIn, type Bitmap } from '../../platform/sets/bitmap.ts'
import { sortInSlices } from '../columns/sorted/sort-in-slices.ts'

/** From this share of the numbers on, prices stand at their number, so that none is searched for. */
const denseShare = 1 / 16

/** The prices of a buyer with VAT, by the numbers that products have in lists. */
export class OwnPrices {
  /** In ascending order. */
  readonly seqs: Uint32Array
  /** At the place in `seqs`, or at the number itself where `#isDense`; NaN without a price. */
  readonly #prices: Float64Array
  readonly #has: Bitmap
  readonly #isDense: boolean
  readonly #orders = new Map<1 | -1, Promise<Uint32Array>>()

  private constructor(prices: ReadonlyMap<number, Minor>) {
    this.seqs = Uint32Array.from(prices.keys()).sort()
    const size = (this.seqs.at(-1) ?? 0) + 1
    this.#isDense = this.seqs.length >= size * denseShare
    this.#prices = new Float64Array(this.#isDense ? size : this.seqs.length).fill(Number.NaN)
    this.#has = emptyBitmap(size)
    for (const [at, seq] of this.seqs.entries()) {
      this.#prices[this.#isDense ? seq : at] = prices.get(seq) ?? Number.NaN
      addTo(this.#has, seq)
    }
  }

  static of(prices: ReadonlyMap<number, Minor>): OwnPrices {
    return new OwnPrices(prices)
  }

  get size(): number {
    return this.seqs.length
  }

  /** The buyer's price of a product where it is lower than the usual one (NaN without one), else NaN. */
  lower(seq: number, usual: number): number {
    if (!isIn(this.#has, seq)) return Number.NaN
    const price = this.#prices[this.#placeOf(seq)] as number
    return Number.isNaN(usual) || price < usual ? price : Number.NaN
  }

  /** All products with a price of the buyer, by it: the lowest first, or with -1 the highest; equal ones by number. */
  order(sign: 1 | -1): Promise<Uint32Array> {
    const known = this.#orders.get(sign) ?? this.#sorted(sign)
    this.#orders.set(sign, known)
    return known
  }

  async #sorted(sign: 1 | -1): Promise<Uint32Array> {
    const prices = Float64Array.from(this.seqs, (seq) => this.#prices[this.#placeOf(seq)] as number)
    const compare = (one: number, other: number) =>
      sign * ((prices[one] as number) - (prices[other] as number)) || one - other
    const places = await sortInSlices(Uint32Array.from(this.seqs.keys()), compare)
    return places.map((at) => this.seqs[at] ?? 0)
  }

  #placeOf(seq: number): number {
    if (this.#isDense) return seq
    let [from, to] = [0, this.seqs.length - 1]
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((this.seqs[middle] as number) < seq) from = middle + 1
      else to = middle
    }
    return from
  }
}
