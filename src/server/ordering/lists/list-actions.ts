import type { ListFault, ListForm, UnknownRow } from '../../../contracts/customer-pages/part-lists.ts'
import { lineAnchor, listLengths, listQuantity, listText } from '../../../domain/lists/part-lists.ts'
import type { Params, Query, Screen } from '../../../routes.ts'
import type { Account, AccountRequest } from '../../identity/access/require-account.ts'
import { isWithin } from '../../platform/http/limits/rate-limit.ts'
import type { Shop } from '../shop.ts'
import {
  addToList,
  changeOwnList,
  makeList,
  moveLine,
  removeLine,
  removeList,
  replaceLine,
  saveLines,
  type ListOf,
  type TypedLines,
} from './change-list.ts'
import { fillCart } from './fill-cart.ts'
import { listLines } from './line-queries.ts'
import type { OwnedList } from './list-queries.ts'
import { pricedList, successorsOf } from './priced-list.ts'
import { readRows } from './read-rows.ts'

/** Where to go after a form, or what is wrong with it; `missing` where the customer must not do that. */
export type ListOutcome =
  | { kind: 'go'; screen: Screen; params: Params; query: Query; hash?: string }
  | { kind: 'wrong'; fault: ListFault | null; unknown?: UnknownRow[] }
  | 'missing'

export type ListPress = { account: Account; request: AccountRequest; list: OwnedList; form: ListForm }
type Press = (shop: Shop, press: ListPress, of: ListOf) => Promise<ListOutcome>

/** Performs what was pressed. Buttons of single lines first save what was typed in all lines. */
export async function listAction(shop: Shop, press: ListPress): Promise<ListOutcome> {
  const { form, list, account } = press
  const of = { customerId: account.session.customer.id, id: list.id }
  if (form.action && form.action !== 'save' && form.action !== 'cart') return actions[form.action](shop, press, of)
  const typed = typedLines(form)
  const isChange = [form.up, form.down, form.remove, form.replace].some((id) => id !== undefined)
  if (typed && typed.size > 0 && (await saveLines(shop, of, typed)) === 'missing') return 'missing'
  if (!typed) return wrong('quantity')
  if (form.action === 'cart' || form.cart !== undefined) return toCart(shop, press)
  if (isChange) return changeLine(shop, press, of)
  return form.action === 'save' ? backToList(of, { saved: 1 }) : backToList(of)
}

const actions: Record<Exclude<NonNullable<ListForm['action']>, 'save' | 'cart'>, Press> = {
  rename: async (shop, { form }, of) => {
    const name = listText(form.name, listLengths.name)
    if (name === '') return wrong('name_required')
    return done(await changeOwnList(shop, of, { name }), of)
  },
  share: async (shop, { account }, of) =>
    account.membership
      ? done(await changeOwnList(shop, of, { organization_id: account.membership.id }), of)
      : 'missing',
  unshare: async (shop, _press, of) => done(await changeOwnList(shop, of, { organization_id: null }), of),
  copy: copyList,
  delete: async (shop, _press, of) =>
    (await removeList(shop, of)) ?? {
      kind: 'go',
      screen: 'my-account-lists',
      params: {},
      query: { deleted: 1 },
    },
  paste: (shop, press, of) => paste(shop, press, of, 'all'),
  paste_known: (shop, press, of) => paste(shop, press, of, 'known'),
}

async function changeLine(shop: Shop, { form, request }: ListPress, of: ListOf): Promise<ListOutcome> {
  const { up, down, remove, replace } = form
  const moved = up ?? down
  if (moved !== undefined)
    return done(await moveLine(shop, of, { productId: moved, step: up === undefined ? 1 : -1 }), of, moved)
  if (remove !== undefined) return done(await removeLine(shop, of, remove), of)
  const old = (await listLines(shop.db, of.id)).find((line) => line.product_id === replace)
  const successor = old && (await successorsOf(shop, request.locals.shopping, [old.sku])).get(old.sku)
  if (!old || !successor) return backToList(of)
  const by = { productId: successor.productId, sku: successor.sku, name: successor.name }
  return done(await replaceLine(shop, of, { productId: old.product_id, by }), of, by.productId)
}

async function toCart(shop: Shop, { request, list, form, account }: ListPress): Promise<ListOutcome> {
  const rows = await listLines(shop.db, list.id)
  const wanted = form.cart === undefined ? rows : rows.filter((row) => row.product_id === form.cart)
  const buyer = { shopping: request.locals.shopping, customerId: account.session.customer.id }
  const { lines } = await pricedList(shop, buyer, wanted)
  const filled = await fillCart(shop, request, lines)
  if (filled === 'too_many_tries') return wrong(filled)
  const query = { cart: filled.parts, left_out: filled.leftOut || null, line: form.cart }
  return { kind: 'go', screen: 'my-account-list', params: { id: list.id }, query }
}

async function copyList(shop: Shop, { account, list }: ListPress): Promise<ListOutcome> {
  const parts = (await listLines(shop.db, list.id)).map(({ product_id: productId, ...line }) => ({
    ...line,
    productId,
  }))
  const made = await makeList(shop, account.session.customer.id, { name: list.name, parts })
  return 'fault' in made
    ? wrong(made.fault)
    : { kind: 'go', screen: 'my-account-list', params: { id: made.id }, query: {} }
}

/** Adds pasted parts: all of them or, if some are unknown, none until the shopper asks for the known ones. */
async function paste(
  shop: Shop,
  { form, request }: ListPress,
  of: ListOf,
  parts: 'all' | 'known',
): Promise<ListOutcome> {
  if (!(await isWithin(shop.limits.orderFilesByCustomer, of.customerId))) return wrong('too_many_tries')
  const read = await readRows(shop, request.locals.shopping, form.rows ?? '')
  if ('fault' in read) return wrong(read.fault)
  const isAll = read.unknown.length === 0
  if (!isAll && (parts === 'all' || read.parts.length === 0))
    return { kind: 'wrong', fault: null, unknown: read.unknown }
  const fault = await addToList(shop, of, read.parts)
  if (fault !== null) return fault === 'missing' ? fault : wrong(fault)
  const added = new Set(read.parts.map(({ productId }) => productId)).size
  return backToList(of, { added })
}

/** Reads typed quantities and notes; undefined if a quantity is none. */
function typedLines(form: ListForm): TypedLines | undefined {
  const typed = new Map<string, { quantity?: number; note?: string }>()
  for (const [id, text] of form['quantity:']) {
    const quantity = listQuantity(text)
    if (quantity === null) return undefined
    typed.set(id, { quantity })
  }
  for (const [id, text] of form['note:']) typed.set(id, { ...typed.get(id), note: listText(text, listLengths.note) })
  return typed
}

function wrong(fault: ListFault): ListOutcome {
  return { kind: 'wrong', fault }
}

function done(result: 'missing' | null, of: ListOf, moved?: string): ListOutcome {
  return result ?? { ...backToList(of), hash: moved === undefined ? '' : `#${lineAnchor(moved)}` }
}

function backToList({ id }: ListOf, query: Query = {}): Extract<ListOutcome, { kind: 'go' }> {
  return { kind: 'go', screen: 'my-account-list', params: { id }, query }
}
