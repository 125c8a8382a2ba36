import { addTo, emptyBitmap, grownTo, isIn, removeFrom, type Bitmap } from '../../platform/sets/bitmap.ts'

/**
 * The prices that some products have of their own in a currency, by `seq`. Beside them is the set of these products:
 * asking it a million times takes a few milliseconds, asking a map takes tens of them.
 */
export class OwnCurrencyPrices extends Map<number, number> {
  seqs: Bitmap = emptyBitmap(1024)

  override set(seq: number, price: number): this {
    this.seqs = grownTo(this.seqs, seq)
    addTo(this.seqs, seq)
    return super.set(seq, price)
  }

  override delete(seq: number): boolean {
    if (!this.has(seq)) return false
    removeFrom(this.seqs, seq)
    return super.delete(seq)
  }

  override has(seq: number): boolean {
    return isIn(this.seqs, seq)
  }

  override clear(): void {
    this.seqs = emptyBitmap(1024)
    super.clear()
  }
}
