import sax, { type QualifiedTag, type SAXParser } from 'sax'
import { textOf } from './decode-text.ts'
import { FeedError } from './feed-row.ts'
import { openSource } from './open-source.ts'
import { encodingOf } from './read-xml.ts'
import { xmlNames } from './xml-names.ts'

/** Characters of a file that are looked at, and paths in them; levels; characters of a tag. */
const limits = { characters: 4_000_000, paths: 2_000, depth: 60, tag: 256 * 1024 }
const piece = 64 * 1024

type Seen = { path: string; depth: number; count: number; children: number }

/** The path of the elements that look like rows: the highest ones that have elements in them and are repeated. */
export async function guessXmlRows(file: string): Promise<string> {
  const source = await openSource(file)
  const paths = new Paths()
  let length = 0
  for await (const text of textOf(source, await encodingOf(source, undefined), () => {})) {
    // The end of the file is an empty text, with which the parser tells of an error in the last one.
    for (let at = 0; at === 0 || at < text.length; at += piece) paths.write(text.slice(at, at + piece))
    length += text.length
    if (length > limits.characters) break
  }
  return paths.rows()
}

class Paths {
  readonly #seen = new Map<string, Seen>()
  readonly #open: string[] = []
  readonly #parser = sax.parser(true, { xmlns: true, position: true })
  #eventAt = 0

  constructor() {
    const nameOf = xmlNames({})
    const event = () => void (this.#eventAt = this.#parser.position)
    const handlers: Partial<SAXParser> = {
      ontext: event,
      oncdata: event,
      onopentag: (tag) => {
        event()
        if (this.#open.length >= limits.depth) throw new Error(`it has more than ${limits.depth} levels`)
        const above = this.#seen.get(`/${this.#open.join('/')}`)
        if (above) above.children += 1
        this.#open.push(nameOf(tag as QualifiedTag))
        this.#note(`/${this.#open.join('/')}`, this.#open.length)
      },
      onclosetag: () => void this.#open.pop(),
    }
    Object.assign(this.#parser, handlers)
  }

  write(text: string): void {
    try {
      this.#parser.write(text)
    } catch (error) {
      const [reason = ''] = (error instanceof Error ? error.message : '').split('\n', 1)
      throw new FeedError('xml_broken', { fault: reason.slice(0, 120) })
    }
    if (this.#parser.position - this.#eventAt > limits.tag)
      throw new FeedError('xml_broken', { fault: 'it has a tag that is too long' })
  }

  #note(path: string, depth: number): void {
    const known = this.#seen.get(path) ?? { path, depth, count: 0, children: 0 }
    known.count += 1
    if (this.#seen.size < limits.paths) this.#seen.set(path, known)
  }

  rows(): string {
    const parents = [...this.#seen.values()].filter(({ children, depth }) => children > 0 && depth > 1)
    const byDepth = (one: Seen, other: Seen) => one.depth - other.depth || other.children - one.children
    const [repeated] = parents.filter(({ count }) => count > 1).sort(byDepth)
    const [single] = parents.sort(byDepth)
    const found = repeated ?? single
    if (!found) throw new FeedError('xml_no_rows')
    return found.path
  }
}
