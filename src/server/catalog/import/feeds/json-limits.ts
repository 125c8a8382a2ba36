import { FeedError } from './feed-row.ts'

/** Levels of the file; values and characters of an item. Real products have a few hundred values on five levels. */
const limits = { levels: 60, values: 20_000, characters: 2_000_000 }

const signs = (text: string): number[] => [...text].map((sign) => sign.charCodeAt(0))
const [quote, backslash, comma] = signs('"\\,')
const [openBrace, openBracket, closeBrace, closeBracket] = signs('{[}]')

/**
 * Refuses items that would fill the memory, and text that is nested without end, before they are parsed. Of broken JSON
 * the parser says what is wrong.
 */
export class JsonLimits {
  /** The level of the items: that of an array, or of one in an object. */
  readonly #itemLevel: number
  #level = 0
  #row = 1
  #values = 0
  #characters = 0
  #isText = false
  #isEscaped = false

  constructor(itemLevel: number) {
    this.#itemLevel = itemLevel
  }

  async *checked(text: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const piece of text) {
      this.#look(piece)
      yield piece
    }
  }

  #look(piece: string): void {
    let begun = 0
    for (let at = 0; at < piece.length; at += 1) {
      const sign = piece.charCodeAt(at)
      if (this.#isText) this.#inText(sign)
      else if (sign === quote) this.#isText = true
      else if (sign === openBrace || sign === openBracket) this.#opened()
      else if (sign === closeBrace || sign === closeBracket) this.#level -= 1
      else if (sign === comma && this.#level > this.#itemLevel) this.#value()
      else if (sign === comma) {
        this.#nextItem()
        begun = at
      }
    }
    this.#characters += piece.length - begun
    if (this.#characters > limits.characters) this.#refuse()
  }

  #inText(sign: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (sign === backslash) this.#isEscaped = true
    else if (sign === quote) this.#isText = false
  }

  #opened(): void {
    this.#level += 1
    if (this.#level === this.#itemLevel) {
      this.#row = 1
      this.#nextItem()
    }
    if (this.#level > limits.levels) this.#refuse()
    this.#value()
  }

  #value(): void {
    this.#values += 1
    if (this.#values > limits.values) this.#refuse()
  }

  #nextItem(): void {
    this.#row += 1
    this.#values = 0
    this.#characters = 0
  }

  #refuse(): never {
    const { levels, values, characters } = limits
    throw new FeedError('json_item', { row: this.#row, levels, values, millions: characters / 1_000_000 })
  }
}
