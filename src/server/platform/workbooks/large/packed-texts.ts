const perPack = 64

/** Texts behind each other as bytes, and where each of them ends, in characters. */
type Pack = { bytes: Buffer; ends: Uint32Array }

/** Many short texts, packed as bytes outside of the heap; those that follow each other are found quickly. */
export class PackedTexts {
  readonly #packs: Pack[] = []
  #open: string[] = []
  #last: { pack: Pack; text: string } | undefined

  get length(): number {
    return this.#packs.length * perPack + this.#open.length
  }

  add(text: string): void {
    this.#open.push(text)
    if (this.#open.length < perPack) return
    let end = 0
    const ends = Uint32Array.from(this.#open, (each) => (end += each.length))
    this.#packs.push({ bytes: Buffer.from(this.#open.join('')), ends })
    this.#open = []
  }

  /** The text with this number, from 0 on; undefined where there is none. */
  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.length) return undefined
    const pack = this.#packs[Math.floor(index / perPack)]
    const place = index % perPack
    if (!pack) return this.#open[place]
    if (this.#last?.pack !== pack) this.#last = { pack, text: pack.bytes.toString() }
    return this.#last.text.slice(place === 0 ? 0 : pack.ends[place - 1], pack.ends[place])
  }
}
