import { productType } from '../../../domain/products/products.ts'
import { rowReason } from '../../../domain/products/row-reasons.ts'
import { slugify } from '../../../domain/products/slugs.ts'
import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/tables.ts'
import { contentHash } from '../maintenance/content-hash.ts'
import type { ProductRecord } from '../maintenance/product-record.ts'
import { skuOwners } from './definition-queries.ts'
import { reject, type FeedReport } from './feed-report.ts'
import { parentsAmong } from './link-queries.ts'
import { groupIdIn } from './rows/product-id.ts'
import type { SeenProducts } from './seen-queries.ts'
import type { Spool, SpooledMember } from './spool-queries.ts'

type Grouping = {
  db: Database
  kind: DatabaseKind
  report: FeedReport
  feed: string
  seen: SeenProducts | undefined
}

const batch = 500
/** Choices of one product; a page lists all of them. */
const maxChoices = 200
const minNameLength = 3

/** Changes a record of the spool with its hash. */
export function changeRecord(spool: Spool, id: string, make: (record: ProductRecord) => ProductRecord): void {
  const record = spool.record(id)
  if (!record) return
  const changed = make(record)
  spool.replace(id, changed, contentHash(changed))
}

/** Rejects the rows of a group beyond the number of choices that a product may have. */
export function withoutTooMany(
  spool: Spool,
  members: readonly SpooledMember[],
  report: FeedReport,
): readonly SpooledMember[] {
  for (const { id, row, group } of members.slice(maxChoices)) {
    spool.remove({ id, row })
    reject(report, { row, column: group.column, ...rowReason('choices_many', { most: maxChoices }) })
  }
  return members.slice(0, maxChoices)
}

/** Makes records the choices of a product, in the order of the feed. */
export function placeChoices(spool: Spool, parentId: string, members: readonly SpooledMember[]): void {
  for (const [position, { id }] of members.entries()) {
    spool.setRole(id, 'choice')
    changeRecord(spool, id, (record) => ({ ...record, parent_id: parentId, position }))
  }
}

/**
 * Makes a product of all rows of each group, whose choices they become. A row that is alone in its group stays a
 * product of its own, unless the shop has the product of the group from an earlier feed.
 */
export async function resolveGroups(spool: Spool, grouping: Grouping): Promise<void> {
  const waiting: (readonly SpooledMember[])[] = []
  for (const members of spool.groups()) {
    waiting.push(members)
    if (waiting.length === batch) await resolveSome(spool, waiting.splice(0), grouping)
  }
  await resolveSome(spool, waiting, grouping)
}

async function resolveSome(spool: Spool, groups: readonly (readonly SpooledMember[])[], grouping: Grouping) {
  const { db, kind, feed, report, seen } = grouping
  const keyed = groups.flatMap((members) => {
    const key = members[0]?.group.key
    return key === undefined ? [] : [{ key, id: groupIdIn(feed, key), members }]
  })
  if (keyed.length === 0) return
  const ids = keyed.map(({ id }) => id)
  const skus = keyed.flatMap(({ key }) => skusFor(key))
  const known = new Set(await parentsAmong(db, kind, ids))
  const owners = new Map((await skuOwners(db, kind, skus)).map((row) => [row.sku, row.id]))
  for (const { key, id, members } of keyed) {
    if (members.length < 2 && !known.has(id)) continue
    const sku = skusFor(key).find((each) => (owners.get(each) ?? id) === id && !spool.known('', each))
    if (sku === undefined) {
      for (const { id: member, row, group } of members) {
        spool.remove({ id: member, row })
        reject(report, { row, column: group.column, ...rowReason('sku_of_choices', { sku: key }) })
      }
      continue
    }
    const choices = withoutTooMany(spool, members, report)
    const parent = parentOf(id, sku, choices, spool)
    if (!parent) continue
    spool.put({
      id,
      sku,
      row: -(members[0]?.row ?? 0),
      isPriced: false,
      role: 'parent',
      content_hash: contentHash(parent),
      record: parent,
    })
    seen?.add(id)
    placeChoices(spool, id, choices)
  }
}

function skusFor(key: string): string[] {
  return [key, `${key}-ALL`]
}

/** The product of a group: what its first row has, without what only some of its rows have. */
function parentOf(id: string, sku: string, members: readonly SpooledMember[], spool: Spool): ProductRecord | undefined {
  const records = members.flatMap((member) => spool.record(member.id) ?? [])
  const [first] = records
  if (!first) return undefined
  const names = members[0]?.group.names
  const textsIn = (language: 'en' | 'sv') => {
    const name = names?.[language] ?? commonName(records.map(({ texts }) => texts[language].name))
    return { ...first.texts[language], name, slug: slugify(name), label: '' }
  }
  const has = (record: ProductRecord, wanted: ProductRecord['attributes'][number]) =>
    record.attributes.some((own) => own.attribute_id === wanted.attribute_id && own.value === wanted.value)
  return {
    ...toParentRecord(first),
    id,
    sku,
    texts: { en: textsIn('en'), sv: textsIn('sv') },
    picture_ids: (records.find(({ picture_ids: pictures }) => pictures.length > 0) ?? first).picture_ids,
    documents: allDocuments(records),
    popularity: Math.max(...records.map(({ popularity }) => popularity)),
    attributes: first.attributes.filter((attribute) => records.every((record) => has(record, attribute))),
    device_ids: [...new Set(records.flatMap(({ device_ids: devices }) => devices))],
    part_numbers: [],
    subscription_days: [],
  }
}

/** The documents of all choices, where the feed says something of documents. */
function allDocuments(records: readonly ProductRecord[]): ProductRecord['documents'] {
  if (records.every(({ documents }) => documents === undefined)) return undefined
  return [...new Map(records.flatMap(({ documents = [] }) => documents.map((each) => [each.id, each]))).values()]
}

function toParentRecord(record: ProductRecord): ProductRecord {
  return {
    ...record,
    type: productType.variant,
    prices: [],
    campaign: undefined,
    stock: null,
    offer: undefined,
    free: false,
  }
}

/** What all names begin with, to the end of a word; the first name where that is hardly anything. */
function commonName(names: readonly string[]): string {
  const [first = '', ...others] = names
  let length = first.length
  for (const name of others) while (!name.startsWith(first.slice(0, length))) length -= 1
  const isWhole = names.every((name) => name.length === length || /^[^\p{L}\p{N}]/u.test(name.slice(length)))
  const words = isWhole ? first.slice(0, length) : first.slice(0, length).replace(/[\p{L}\p{N}]+$/u, '')
  const name = words.replace(/[^\p{L}\p{N})\]"]+$/u, '')
  return name.length < minNameLength ? first : name
}

/** Makes products with choices of the records that rows name as parents, and of those that have choices in the shop. */
export async function assignTypes(spool: Spool, { db, kind }: Pick<Grouping, 'db' | 'kind'>): Promise<void> {
  for (const keys of spool.keys(batch)) {
    const ids = keys.map(({ id }) => id)
    for (const id of await parentsAmong(db, kind, ids))
      if (spool.known(id, '')?.role === '') spool.setRole(id, 'parent')
  }
  for (const ids of spool.withRole('parent', batch)) for (const id of ids) changeRecord(spool, id, toParentRecord)
}
