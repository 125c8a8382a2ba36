import { customerDiscountCode } from '../../../domain/cart/coupons.ts'
import { customerByEmail, type CustomerRow } from '../../identity/customer-queries.ts'
import { notesAbout } from '../../identity/customers/staff-note-queries.ts'
import { membershipOf } from '../../identity/organizations/organization-queries.ts'
import { cartLinesJson } from '../../platform/db/json-columns.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { hashSecret } from '../../platform/ids.ts'
import { mergeLines } from '../cart/merge-lines.ts'
import { savedCartRow } from '../cart/saved-cart-queries.ts'

/** Whose things move, and the language of their mails: an account with its orders as a guest, or a guest alone. */
export type MergeSource = {
  readonly email: string
  readonly account: CustomerRow | undefined
  readonly language: string
}
export type MergePlan = Awaited<ReturnType<typeof mergePlan>>

/** The customer or guest with an address; undefined for the kept account itself and where nobody has it. */
export async function mergeSource(db: Queryable, kept: CustomerRow, email: string): Promise<MergeSource | undefined> {
  const account = await customerByEmail(db, email)
  if (account?.id === kept.id) return undefined
  const language = account?.language ?? (await guestOrders(db, email)).at(-1)?.language
  return language === undefined ? undefined : { email, account, language }
}

/** Orders that were placed with an address without an account. */
export async function guestOrders(db: Queryable, email: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'number', 'organization_id', 'hold', 'language'])
    .where('customer_id', 'is', null)
    .where('email', '=', email)
    .orderBy('seq')
    .execute()
}

/** Orders of a guest that name an organization stay: they are the organization's, or wait for staff to say so. */
export function isMovable(order: Awaited<ReturnType<typeof guestOrders>>[number]): boolean {
  return order.organization_id === null && order.hold !== 'known_organization'
}

type Merging = {
  readonly kept: CustomerRow
  readonly source: MergeSource
  /** The maximum number of lines of the kept account's cart. */
  readonly maxLines: number
}

/** What a merge will do, exactly: `seen` changes with everything that it would move, end or leave. */
export async function mergePlan(db: Queryable, { kept, source: { email, account }, maxLines }: Merging) {
  const asGuest = await guestOrders(db, email)
  const movable = asGuest.filter(isMovable)
  const own = account ? await movesOf(db, account.id) : noMoves
  const guests = await guestSubscriptions(
    db,
    movable.map(({ id }) => id),
  )
  const isCartEnded = own.cart.length > 0 && (await isCartTooLong(db, [kept.id, account?.id ?? ''], maxLines))
  const plan = {
    moves: {
      ...own,
      orders: [...own.orders, ...movable.map(({ number }) => number)],
      subscriptions: [...own.subscriptions, ...guests],
      cart: isCartEnded ? [] : own.cart,
      requests: await requestsOf(db, account?.id ?? '', email),
      alerts: await idsOf(db.selectFrom('stock_alerts').select('id').where('email', '=', email)),
      gift_cards: await idsOf(db.selectFrom('gift_cards').select('id').where('email', '=', email)),
      invitations: await invitingOrganizations(db, email),
    },
    readdressed: await readdressedSubscriptions(db, email, { owners: [kept.id, account?.id ?? ''], guests }),
    isCartEnded,
    leftOrders: asGuest.filter((order) => !isMovable(order)).map(({ number }) => number),
    ...(await changesBy(db, kept, account)),
  }
  return { ...plan, seen: hashSecret(JSON.stringify([kept, account ?? email, plan])).slice(0, 20) }
}

/** What changes for the account that stays, and what of the other one ends. */
async function changesBy(db: Queryable, kept: CustomerRow, account: CustomerRow | undefined) {
  if (!account) return { membership: null, discounts: [], endedCoupons: [], phone: '', isConsentEnded: false }
  return {
    membership: await membershipChange(db, account.id, kept.id),
    discounts: await betterDiscounts(db, account.id, kept.id),
    endedCoupons: await ownDiscounts(db, account.id),
    phone: kept.phone === '' ? account.phone : '',
    isConsentEnded: account.mail_consent === 1 && kept.mail_consent === 0,
  }
}

const noMoves: Awaited<ReturnType<typeof movesOf>> = {
  orders: [],
  subscriptions: [],
  quotes: [],
  addresses: [],
  lists: [],
  devices: [],
  notes: [],
  coupons: [],
  price_lists: [],
  cart: [],
}

/** The records of an account by kind, each by what tells it from others. */
async function movesOf(db: Queryable, id: string) {
  const of = (table: 'quotes' | 'addresses' | 'part_lists') =>
    idsOf(db.selectFrom(table).select('id').where('customer_id', '=', id))
  const subscriptions = db.selectFrom('subscriptions').select('id').where('customer_id', '=', id)
  const lists = db.selectFrom('price_list_buyers as b').innerJoin('price_lists as l', 'l.id', 'b.list_id')
  const codes = await idsOf(db.selectFrom('coupons').select('code as id').where('customer_id', '=', id))
  return {
    orders: await idsOf(db.selectFrom('orders').select('number as id').where('customer_id', '=', id)),
    subscriptions: await idsOf(subscriptions.where('status', '<>', 'cancelled')),
    quotes: await of('quotes'),
    addresses: await of('addresses'),
    lists: await of('part_lists'),
    devices: await idsOf(db.selectFrom('saved_devices').select('device_id as id').where('customer_id', '=', id)),
    notes: (await notesAbout(db, { kind: 'customer', id })).map((note) => note.id),
    coupons: codes.filter((code) => !code.startsWith(`${customerDiscountCode}:`)),
    price_lists: await idsOf(
      lists.select('l.name as id').where('b.kind', '=', 'customer').where('b.buyer_id', '=', id),
    ),
    cart: (await savedLines(db, id)).map(({ sku, quantity }) => `${sku} ${quantity}`),
  }
}

/** Subscriptions that go on and were started by orders of a guest. */
async function guestSubscriptions(db: Queryable, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const started = db.selectFrom('subscriptions').select('id').where('order_id', 'in', orderIds)
  return idsOf(started.where('customer_id', 'is', null).where('status', '<>', 'cancelled'))
}

type Subscribers = { readonly owners: readonly string[]; readonly guests: readonly string[] }

/** Of subscriptions that go on, those whose mails go to another address; the kept account's own ones are among them. */
async function readdressedSubscriptions(db: Queryable, email: string, { owners, guests }: Subscribers) {
  const sent = db
    .selectFrom('subscriptions')
    .select('id')
    .where('status', '<>', 'cancelled')
    .where((row) => row.or([row('customer_id', 'in', owners), ...(guests.length > 0 ? [row('id', 'in', guests)] : [])]))
  return idsOf(sent.where((row) => row.eb(row.fn('lower', ['email']), '=', email)))
}

async function invitingOrganizations(db: Queryable, email: string): Promise<string[]> {
  const invitations = db
    .selectFrom('organization_invitations as i')
    .innerJoin('organizations as o', 'o.id', 'i.organization_id')
    .select('o.name as id')
  return idsOf(invitations.where('i.email', '=', email))
}

async function isCartTooLong(db: Queryable, [keptId, fromId]: readonly [string, string], max: number) {
  return mergeLines(await savedLines(db, keptId), await savedLines(db, fromId)).length > max
}

async function idsOf(query: { execute: () => Promise<readonly { id: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(({ id }) => id).toSorted()
}

async function requestsOf(db: Queryable, id: string, email: string): Promise<string[]> {
  const all = db.selectFrom('part_requests').select('id')
  return idsOf(
    all.where((row) =>
      row.or([row('customer_id', '=', id), row.and([row('customer_id', 'is', null), row('email', '=', email)])]),
    ),
  )
}

async function savedLines(db: Queryable, id: string) {
  return cartLinesJson.read((await savedCartRow(db, id))?.lines ?? '[]')
}

/** What becomes of an account's membership; null where it changes nothing for the one that stays. */
async function membershipChange(db: Queryable, fromId: string, keptId: string) {
  const [theirs, ours] = [await membershipOf(db, fromId), await membershipOf(db, keptId)]
  if (!theirs) return null
  const { name, role } = theirs
  if (!ours) return { kind: 'joins' as const, name, role }
  if (ours.id !== theirs.id) return { kind: 'of_two' as const, name, role }
  return role === 'admin' && ours.role !== 'admin' ? { kind: 'raised' as const, name, role } : null
}

/** The discounts by category that an account gets, because the other's are larger than its own. */
async function betterDiscounts(db: Queryable, fromId: string, keptId: string) {
  const rows = await db
    .selectFrom('personal_discounts')
    .select(['customer_id', 'discount_category as category', 'percent'])
    .where('customer_id', 'in', [fromId, keptId])
    .orderBy('discount_category')
    .execute()
  const known = new Map(rows.filter((row) => row.customer_id === keptId).map((row) => [row.category, row.percent]))
  return rows
    .filter((row) => row.customer_id === fromId && row.percent > (known.get(row.category) ?? -1))
    .map(({ category, percent }) => ({ category, percent, was: known.get(category) ?? null }))
}

/** The code of an account's own CUSTOMERDISCOUNT has its id in it, so it cannot become another account's. */
async function ownDiscounts(db: Queryable, id: string): Promise<string[]> {
  const live = db.selectFrom('coupons').select('code as id').where('customer_id', '=', id)
  const codes = await idsOf(live.where('stopped_at', 'is', null))
  return codes.filter((code) => code.startsWith(`${customerDiscountCode}:`))
}
