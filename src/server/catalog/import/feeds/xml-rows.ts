import sax, { type QualifiedTag, type SAXParser } from 'sax'
import { rowReason, type RowReason } from '../../../../domain/products/row-reasons.ts'
import type { XmlFormat } from './feed-format.ts'
import { FeedError } from './feed-row.ts'
import { xmlNames } from './xml-names.ts'
import type { XmlNode } from './xml-node.ts'

/** A row's element, or why it is none. */
type FoundRow = { node: XmlNode } | { broken: RowReason }

/**
 * Elements and characters of a row, and characters from which on no end of it is looked for; levels of the file;
 * characters of a tag with its attributes.
 */
const limits = { elements: 20_000, characters: 2_000_000, skipped: 32_000_000, depth: 60, tag: 256 * 1024 }
const piece = 64 * 1024

/**
 * Collects the elements of a file at a path while it is read, so that only one of them is in memory. Refuses document
 * types with declarations in them, entities but those of XML and HTML, and what is nested or written without end.
 */
export class XmlRows {
  readonly #parser = sax.parser(true, { xmlns: true, position: true })
  readonly #wanted: readonly string[]
  readonly #nameOf: ReturnType<typeof xmlNames>
  /** The names of the open elements above a row. */
  readonly #above: string[] = []
  /** The open elements of a row. */
  readonly #open: XmlNode[] = []
  #found: FoundRow[] = []
  #size = { elements: 0, characters: 0 }
  #eventAt = 0
  #failure: FeedError | undefined

  constructor({ rows, namespaces }: XmlFormat) {
    this.#wanted = rows.split('/').slice(1)
    this.#nameOf = xmlNames(namespaces)
    const handlers: Partial<SAXParser> = {
      onopentag: (tag) => this.#opened(tag as QualifiedTag),
      onclosetag: () => this.#closed(),
      ontext: (text) => this.#text(text),
      oncdata: (text) => this.#text(text),
      onprocessinginstruction: () => this.#event(),
      oncomment: () => this.#event(),
      ondoctype: (text) => this.#documentType(text),
      onerror: (error) => this.#fail(this.#sentence(error)),
    }
    Object.assign(this.#parser, handlers)
  }

  /** Parses a piece of the file; returns the rows that end in it. Throws FeedError. */
  parse(text: string): FoundRow[] {
    for (let at = 0; at < text.length; at += piece) this.#write(text.slice(at, at + piece))
    return this.#taken()
  }

  /** Ends the file; throws FeedError when it is not whole. */
  end(): FoundRow[] {
    try {
      this.#parser.close()
    } catch (error) {
      this.#fail(this.#sentence(error))
    }
    if (this.#failure) throw this.#failure
    return this.#taken()
  }

  #taken(): FoundRow[] {
    const found = this.#found
    this.#found = []
    return found
  }

  #write(text: string): void {
    try {
      this.#parser.write(text)
    } catch (error) {
      this.#fail(this.#sentence(error))
    }
    if (this.#parser.position - this.#eventAt > limits.tag) this.#fail('it has a tag that is too long')
    if (this.#failure) throw this.#failure
  }

  #sentence(error: unknown): string {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
    return reason.slice(0, 120)
  }

  #fail(reason: string): void {
    this.#failure ??= new FeedError('xml_broken_at', { line: this.#parser.line + 1, fault: reason })
  }

  #event(): void {
    this.#eventAt = this.#parser.position
  }

  /** A document type may name its DTD, which is never fetched; declarations would be those of entities. */
  #documentType(text: string): void {
    this.#event()
    if (text.includes('[')) this.#fail('its document type has declarations in it, which are refused')
  }

  #opened(tag: QualifiedTag): void {
    this.#event()
    const name = this.#nameOf(tag)
    if (this.#above.length + this.#open.length >= limits.depth) this.#fail(`it has more than ${limits.depth} levels`)
    const row = this.#open.at(-1)
    if (!row && !this.#isRow(name)) {
      this.#above.push(name)
      return
    }
    const attributes = new Map<string, string>()
    for (const attribute of Object.values(tag.attributes)) {
      if (attribute.prefix === 'xmlns' || attribute.name === 'xmlns') continue
      attributes.set(this.#nameOf(attribute), attribute.value)
      this.#size.characters += attribute.value.length
    }
    if (!row) this.#size = { elements: 0, characters: 0 }
    this.#size.elements += 1
    const node: XmlNode = { name, attributes, texts: [], children: [] }
    if (!this.#isTooLarge()) row?.children.push(node)
    this.#open.push(node)
  }

  #isRow(name: string): boolean {
    const path = [...this.#above, name]
    return path.length === this.#wanted.length && path.every((each, at) => each === this.#wanted[at])
  }

  #isTooLarge(): boolean {
    return this.#size.elements > limits.elements || this.#size.characters > limits.characters
  }

  #text(text: string): void {
    this.#event()
    const node = this.#open.at(-1)
    if (!node) return
    this.#size.characters += text.length
    if (!this.#isTooLarge()) node.texts.push(text)
    if (this.#size.characters > limits.skipped)
      this.#fail(`it has an element of more than ${limits.skipped / 1_000_000} million characters`)
  }

  #closed(): void {
    this.#event()
    const node = this.#open.pop()
    if (!node) this.#above.pop()
    else if (this.#open.length === 0)
      this.#found.push(
        this.#isTooLarge()
          ? { broken: rowReason('element_size', { characters: limits.characters, elements: limits.elements }) }
          : { node },
      )
  }
}
