import { productType } from '../../../domain/products/products.ts'
import { rowReason, type RowReason } from '../../../domain/products/row-reasons.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { ProductRecord } from '../maintenance/product-record.ts'
import { leaveOutOthers, reject, type FeedReport, type Rejection } from './feed-report.ts'
import { productsNamed, type NamedProduct } from './link-queries.ts'
import { changeRecord, placeChoices, withoutTooMany } from './resolve-choices.ts'
import type { Link } from './rows/link.ts'
import type { Spool, SpooledLinks, SpooledRole } from './spool-queries.ts'

type Settling = { db: Database; kind: DatabaseKind; report: FeedReport }
/** A product that a row names: of the same feed, or of the shop. */
type Target = { id: string; role: SpooledRole; isOfFeed: boolean }
type Find = (link: Link) => Target | undefined

const batch = 500

/** Finds the parents that rows name; rejects rows whose parent is none. Parents become products with choices. */
export async function resolveParents(spool: Spool, settling: Settling): Promise<void> {
  const refused: { id: string; row: number; column: string; reason: RowReason }[] = []
  await eachBatch(spool, settling, (rows, find) => {
    for (const { id, row, links } of rows) {
      const link = links.find(({ role }) => role === 'parent')
      if (!link) continue
      const parent = find(link)
      const reason = parent && parentProblem(link, id, parent)
      if (!parent) refused.push({ id, row, column: link.column, reason: rowReason('no_product', { text: link.text }) })
      else if (reason) refused.push({ id, row, column: link.column, reason })
      else {
        if (parent.isOfFeed) spool.setRole(parent.id, 'parent')
        spool.putMember({ id, row, group: { key: parent.id, column: link.column, names: null } })
      }
    }
  })
  for (const { id, row, column, reason } of refused) {
    spool.remove({ id, row })
    reject(settling.report, { row, column, ...reason })
  }
  for (const members of spool.groups())
    placeChoices(spool, members[0]?.group.key ?? '', withoutTooMany(spool, members, settling.report))
}

function parentProblem({ text }: Link, id: string, parent: Target): RowReason | null {
  if (parent.id === id) return rowReason('own_parent')
  if (parent.role === 'choice') return rowReason('parent_is_choice', { text })
  if (parent.role === 'set') return rowReason('parent_is_set', { text })
  return !parent.isOfFeed && parent.role !== 'parent' ? rowReason('parent_plain', { text }) : null
}

/** Finds the pieces of sets, and rejects sets that cannot be put together; finds relations, and leaves out others. */
export async function resolveSetsAndRelations(spool: Spool, settling: Settling): Promise<void> {
  await eachBatch(spool, settling, (rows, find) => {
    for (const { id, row, links } of rows) {
      const pieces = links.filter((link) => link.role === 'piece')
      const problem = pieces.flatMap((link) => pieceProblem(link, id, find(link)) ?? [])[0]
      if (problem) {
        spool.remove({ id, row })
        reject(settling.report, { row, ...problem })
        continue
      }
      const relations = links.filter((link) => link.role === 'relation')
      const unknown = relations.flatMap((link) => relationProblem(link, id, find(link)) ?? [])
      leaveOutOthers(
        settling.report,
        unknown.map((cell) => ({ row, ...cell })),
      )
      changeRecord(spool, id, (record) => ({
        ...record,
        ...(pieces.length > 0 ? setOf(pieces, find) : {}),
        relations: [
          ...record.relations,
          ...relations.flatMap(({ kind, discount, ...link }) => {
            const target = find({ ...link, kind, discount })
            return target && target.id !== id ? [{ related_id: target.id, kind, discount_percent: discount }] : []
          }),
        ],
      }))
    }
  })
}

type Problem = Omit<Rejection, 'row'>

function pieceProblem({ column, text }: Link, id: string, piece: Target | undefined): Problem | undefined {
  if (!piece) return { column, ...rowReason('no_product', { text }) }
  if (piece.id === id) return { column, ...rowReason('own_piece') }
  if (piece.role === 'set') return { column, ...rowReason('piece_is_set', { text }) }
  if (piece.role === 'parent') return { column, ...rowReason('piece_has_choices', { text }) }
  return undefined
}

function relationProblem({ column, text }: Link, id: string, related: Target | undefined): Problem | undefined {
  if (!related) return { column, ...rowReason('no_product', { text }) }
  return related.id === id ? { column, ...rowReason('own_relation') } : undefined
}

function setOf(pieces: readonly (Link & { role: 'piece' })[], find: Find): Partial<ProductRecord> {
  const items = new Map<string, number>()
  for (const piece of pieces) {
    const target = find(piece)
    if (target) items.set(target.id, (items.get(target.id) ?? 0) + piece.quantity)
  }
  return {
    type: productType.set,
    stock: null,
    offer: undefined,
    set_items: [...items].map(([product_id, quantity]) => ({ product_id, quantity })),
  }
}

/** Calls `work` for the rows that name other products, with a function that finds those. */
async function eachBatch(
  spool: Spool,
  { db, kind }: Settling,
  work: (rows: readonly SpooledLinks[], find: Find) => void,
): Promise<void> {
  for (const rows of spool.links(batch)) {
    const targets = rows.flatMap(({ links }) => links.map(({ target }) => target))
    const stored = await productsNamed(db, kind, {
      ids: targets.flatMap((target) => ('id' in target ? [target.id] : [])),
      skus: targets.flatMap((target) => ('sku' in target ? [target.sku] : [])),
    })
    const byId = new Map(stored.map((product) => [product.id, product]))
    const bySku = new Map(stored.map((product) => [product.sku, product]))
    work(rows, ({ target }) => {
      const own = spool.known('id' in target ? target.id : '', 'sku' in target ? target.sku : '')
      if (own) return { ...own, isOfFeed: true }
      const product = 'id' in target ? byId.get(target.id) : bySku.get(target.sku)
      return product && { id: product.id, role: roleOf(product), isOfFeed: false }
    })
  }
}

function roleOf({ type, parent_id: parent }: NamedProduct): SpooledRole {
  if (parent !== null) return 'choice'
  if (type === productType.set) return 'set'
  return type === productType.variant ? 'parent' : ''
}
