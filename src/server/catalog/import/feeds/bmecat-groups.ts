import { fileReason } from '../../../../domain/products/file-reasons.ts'
import { rowReason, type RowReason, type RowReasonCode } from '../../../../domain/products/row-reasons.ts'
import type { XmlFormat } from './feed-format.ts'
import { FeedError, itemMark, RowProblem, type FeedNote } from './feed-row.ts'
import type { XmlNode } from './xml-node.ts'
import { textsAt, xmlPath } from './xml-path.ts'
import { XmlRows } from './xml-rows.ts'

/** The column of a row's category paths, such as `Cables>USB`; with a language of the file: `bmecat:groups:swe`. */
const column = /^bmecat:groups(?::(\w{2,3}))?$/
export const groupsColumn = 'bmecat:groups'

const limits = { groups: 100_000, links: 2_000_000, linksOfOne: 100, levels: 60, reported: 10 }

type Group = { names: ReadonlyMap<string, string>; parent: string; isRoot: boolean }
type Fault = { code: RowReasonCode; values: RowReason['values'] }
type Chain = { names: readonly Group[] } | { fault: Fault }

/**
 * The catalogue groups of a BMEcat file (1.2 and 2005) and the articles in them: both stand in other parts of the file
 * than the articles. The root, which is the catalogue itself, is no category.
 */
export class BmecatGroups {
  readonly #groups = new Map<string, Group>()
  readonly #groupsOf = new Map<string, string[]>()
  readonly #chains = new Map<string, Chain>()
  readonly #idPaths: readonly string[]

  private constructor(prefix: string) {
    this.#idPaths = [`${prefix}SUPPLIER_AID`, `${prefix}SUPPLIER_PID`]
  }

  /** Reads the whole text. Throws FeedError when it is no XML, or for too many groups. */
  static async read(text: AsyncIterable<string>, format: XmlFormat): Promise<BmecatGroups> {
    const [, catalog = '', prefix = ''] = /^(.*)\/([^/:]+:)?[^/]+$/.exec(format.rows) ?? []
    const groups = new BmecatGroups(prefix)
    const readers = [
      {
        rows: new XmlRows({ ...format, rows: `${catalog}/${prefix}CATALOG_GROUP_SYSTEM/${prefix}CATALOG_STRUCTURE` }),
        note: (node: XmlNode) => groups.#noteGroup(node, prefix),
      },
      ...['ARTICLE', 'PRODUCT'].map((kind) => ({
        rows: new XmlRows({ ...format, rows: `${catalog}/${prefix}${kind}_TO_CATALOGGROUP_MAP` }),
        note: (node: XmlNode) => groups.#noteLink(node, prefix),
      })),
    ]
    const take = (found: (rows: XmlRows) => ReturnType<XmlRows['parse']>) => {
      for (const { rows, note } of readers) for (const each of found(rows)) if ('node' in each) note(each.node)
    }
    for await (const piece of text) take((rows) => rows.parse(piece))
    take((rows) => rows.end())
    return groups
  }

  /** Says which groups cannot be categories. */
  get notes(): FeedNote[] {
    const faults = [...this.#groups.keys()].flatMap((id) => {
      const chain = this.#chainOf(id)
      return 'fault' in chain ? [rowReason(chain.fault.code, chain.fault.values)] : []
    })
    const rest = faults.length - limits.reported
    return rest > 0 ? [...faults.slice(0, limits.reported), fileReason('note_groups', { count: rest })] : faults
  }

  static isColumn(name: string): boolean {
    return column.test(name)
  }

  /**
   * Returns the paths of the groups that a row is in. Throws RowProblem when none of them can be a category; one that
   * cannot is left out beside others.
   */
  pathsOf(row: XmlNode, name: string): string {
    const [, language = ''] = column.exec(name) ?? []
    const [id = ''] = this.#idPaths.flatMap((path) => textsAt(row, xmlPath(path)))
    const chains = (this.#groupsOf.get(id) ?? []).map((group) => this.#chainOf(group))
    const paths = chains.flatMap((chain) =>
      'names' in chain && chain.names.length > 0 ? [pathIn(chain.names, language)] : [],
    )
    const fault = chains.find((chain) => 'fault' in chain)
    if (paths.length === 0 && fault) throw new RowProblem(name, fault.fault.code, fault.fault.values)
    return paths.join(itemMark)
  }

  #noteGroup(node: XmlNode, prefix: string): void {
    const [id] = textsAt(node, xmlPath(`${prefix}GROUP_ID`))
    if (id === undefined) return
    if (this.#groups.size === limits.groups) throw new FeedError('groups_many', { most: limits.groups })
    const names = node.children
      .filter(({ name }) => name === `${prefix}GROUP_NAME`)
      .map((each): [string, string] => [each.attributes.get('lang') ?? '', plain(each.texts.join(''))])
    const [parent = ''] = textsAt(node, xmlPath(`${prefix}PARENT_ID`))
    this.#groups.set(id, { names: new Map(names), parent, isRoot: node.attributes.get('type') === 'root' })
  }

  #noteLink(node: XmlNode, prefix: string): void {
    const [article] = [`${prefix}ART_ID`, `${prefix}PROD_ID`].flatMap((path) => textsAt(node, xmlPath(path)))
    const [group] = textsAt(node, xmlPath(`${prefix}CATALOG_GROUP_ID`))
    if (article === undefined || group === undefined) return
    if (this.#groupsOf.size === limits.links) throw new FeedError('group_links_many', { most: limits.links })
    const known = this.#groupsOf.get(article) ?? []
    if (!known.includes(group) && known.length < limits.linksOfOne) this.#groupsOf.set(article, [...known, group])
  }

  /** The group and those above it, from the top; or what is wrong with it. */
  #chainOf(id: string): Chain {
    const known = this.#chains.get(id)
    if (known) return known
    const chain = this.#walk(id)
    this.#chains.set(id, chain)
    return chain
  }

  #walk(id: string): Chain {
    const names: Group[] = []
    const seen = new Set<string>()
    for (let at = id; ;) {
      const group = this.#groups.get(at)
      if (!group) return { fault: at === id ? unknown(id) : orphan(id, at) }
      if (group.isRoot) return { names: names.toReversed() }
      if (seen.has(at)) return { fault: { code: 'group_loop', values: { group: short(id) } } }
      if (names.length === limits.levels)
        return { fault: { code: 'group_deep', values: { group: short(id), most: limits.levels } } }
      if (nameOf(group) === '') return { fault: { code: 'group_no_name', values: { group: short(at) } } }
      names.push(group)
      if (this.#isTop(group)) return { names: names.toReversed() }
      seen.add(at)
      at = group.parent
    }
  }

  #isTop({ parent }: Group): boolean {
    return parent === '' || (parent === '0' && !this.#groups.has('0'))
  }
}

const short = (id: string): string => id.slice(0, 60)
const unknown = (id: string): Fault => ({ code: 'group_unknown', values: { group: short(id) } })
const orphan = (id: string, parent: string): Fault => ({
  code: 'group_orphan',
  values: { group: short(id), parent: short(parent) },
})

/** A group's name in a language, else in any; the empty string when it has none. */
function nameOf({ names }: Group, language = ''): string {
  return names.get(language) || ([...names.values()].find((name) => name !== '') ?? '')
}

function pathIn(chain: readonly Group[], language: string): string {
  return chain.map((group) => nameOf(group, language)).join('>')
}

/** A name without the marks that separate names and paths. */
function plain(name: string): string {
  return name.replaceAll(/[>|\u001F]/g, '/').trim()
}
