import { BmecatGroups, groupsColumn } from './bmecat-groups.ts'
import { detectEncoding, encodingNotes, textOf, type TextEncoding } from './decode-text.ts'
import type { FeedFormat, XmlFormat } from './feed-format.ts'
import { FeedError, itemMark, type BrokenRow, type Feed, type FeedRow } from './feed-row.ts'
import type { FeedSource } from './feed-source.ts'
import type { XmlNode } from './xml-node.ts'
import { pathsIn, plainPath, textsAt, xmlPath, type XmlPath } from './xml-path.ts'
import { XmlRows } from './xml-rows.ts'

/** Opens an XML feed, whose rows are elements at one path. Streams it, so the file is never in memory as a whole. */
export async function readXml(
  source: FeedSource,
  { xml, encoding: given }: Pick<FeedFormat, 'xml' | 'encoding'>,
  onBytes: (bytes: number) => void,
): Promise<Feed> {
  if (!xml) throw new FeedError('xml_rows_unsaid')
  const encoding = await encodingOf(source, given)
  const named = new Map(Object.entries(xml.columns))
  const groups =
    xml.groups &&
    (await BmecatGroups.read(
      textOf(source, encoding, () => {}),
      xml,
    ))
  return {
    columns: undefined,
    columnName: (column) => (BmecatGroups.isColumn(column) ? groupsColumn : plainPath(named.get(column) ?? column)),
    notes: [...encodingNotes(encoding), ...(groups?.notes ?? [])],
    rows: xmlRows(textOf(source, encoding, onBytes), xml, named, groups),
  }
}

/** The encoding that the content shows; what the first line says counts only where the text is not valid UTF-8. */
export async function encodingOf(source: FeedSource, given: string | undefined): Promise<TextEncoding> {
  const detected = await detectEncoding(source, given)
  if (!detected.isGuessed) return detected
  for await (const chunk of source.read(() => {})) {
    const [, label = ''] =
      /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(chunk.toString('latin1')) ?? []
    return /^utf-?(?:8|16)/i.test(label) ? detected : (knownEncoding(label) ?? detected)
  }
  return detected
}

function knownEncoding(label: string): TextEncoding | undefined {
  try {
    return { label: new TextDecoder(label).encoding, isGuessed: false }
  } catch {
    return undefined
  }
}

async function* xmlRows(
  text: AsyncIterable<string>,
  format: XmlFormat,
  named: ReadonlyMap<string, string>,
  groups: BmecatGroups | undefined,
): AsyncGenerator<FeedRow | BrokenRow> {
  const rows = new XmlRows(format)
  const paths = new Map([...named].map(([column, path]) => [column, xmlPath(path)]))
  let row = 1
  const numbered = (found: ReturnType<XmlRows['parse']>) =>
    found.map((each) => {
      row += 1
      return 'broken' in each ? { row, broken: each.broken } : new XmlRow(row, each.node, paths, groups)
    })
  for await (const piece of text) yield* numbered(rows.parse(piece))
  yield* numbered(rows.end())
}

/** A row of an element; its columns are paths below it. Several elements at a path are the items of a list. */
class XmlRow implements FeedRow {
  readonly row: number
  readonly #node: XmlNode
  readonly #paths: Map<string, XmlPath>
  readonly #groups: BmecatGroups | undefined

  constructor(row: number, node: XmlNode, paths: Map<string, XmlPath>, groups: BmecatGroups | undefined) {
    this.row = row
    this.#node = node
    this.#paths = paths
    this.#groups = groups
  }

  get columns(): readonly string[] {
    return [...new Set(pathsIn(this.#node)), ...(this.#groups ? [groupsColumn] : [])]
  }

  get size(): number {
    return sizeOf(this.#node)
  }

  get(column: string): string {
    if (this.#groups && BmecatGroups.isColumn(column)) return this.#groups.pathsOf(this.#node, column)
    const path = this.#paths.get(column) ?? xmlPath(column)
    this.#paths.set(column, path)
    return textsAt(this.#node, path).join(itemMark)
  }
}

function sizeOf({ name, attributes, texts, children }: XmlNode): number {
  const own = [name, ...attributes.values(), ...texts]
  return own.reduce((sum, text) => sum + text.length, 0) + children.reduce((sum, child) => sum + sizeOf(child), 0)
}
