import type { ListPage } from '../../../../src/contracts/customer-pages/part-lists.ts'
import { addToListPage } from '../../../../src/server/ordering/lists/add-page.ts'
import { listPage } from '../../../../src/server/ordering/lists/list-page.ts'
import { listsPage } from '../../../../src/server/ordering/lists/lists-page.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { addOrganization, bearerOf, visit, where } from '../../identity/page-visit.ts'
import { addCustomer } from '../../identity/shopper.ts'

export type Form = Record<string, string>

/** Customers by id who are signed in: anna and two members of an organization, and a stranger. */
export async function people(shop: Shop) {
  for (const id of ['anna', 'buyer', 'admin', 'stranger']) await addCustomer(shop, { id })
  await addOrganization(shop, { id: 'firm', members: { anna: 'buyer', buyer: 'buyer', admin: 'admin' } })
  return {
    anna: await bearerOf(shop, 'anna'),
    buyer: await bearerOf(shop, 'buyer'),
    admin: await bearerOf(shop, 'admin'),
    stranger: await bearerOf(shop, 'stranger'),
  }
}

export function lists(shop: Shop, bearer: string | null, form?: Form) {
  return visit(shop, '/sv/my-account/lists', listsPage, { bearer, ...(form ? { form } : {}) })
}

export function addPage(shop: Shop, bearer: string | null, query: string, form?: Form) {
  return visit(shop, `/sv/my-account/lists/add?${query}`, addToListPage, { bearer, ...(form ? { form } : {}) })
}

type Sent = { form?: Form; query?: string; cookies?: Map<string, string> }

export function list(shop: Shop, bearer: string | null, id: string, { query = '', ...sent }: Sent = {}) {
  return visit(shop, `/sv/my-account/lists/${id}${query}`, listPage, { bearer, ...sent })
}

/** Makes a list and returns its id. */
export async function newList(shop: Shop, bearer: string, name = 'Verkstad'): Promise<string> {
  return /lists\/([\w-]+)/.exec(where(await lists(shop, bearer, { name })))?.[1] ?? ''
}

/** Makes a list with parts: `BAT 2` on each line. */
export async function listWith(shop: Shop, bearer: string, rows: string, name = 'Verkstad'): Promise<string> {
  const id = await newList(shop, bearer, name)
  const answer = await list(shop, bearer, id, { form: { action: 'paste', rows } })
  if (!(answer instanceof Response)) throw new Error(`The parts were not added: ${JSON.stringify(answer.page.unknown)}`)
  return id
}

/** The page of a list that its reader may see. */
export async function shownList(shop: Shop, bearer: string, id: string, query = ''): Promise<ListPage> {
  const answer = await list(shop, bearer, id, { query })
  if (answer instanceof Response) throw new Error(`The list was answered ${answer.status}.`)
  return answer.page
}

/** Part numbers and quantities of a list, in its order. */
export async function partsOf(shop: Shop, bearer: string, id: string): Promise<[sku: string, quantity: number][]> {
  return (await shownList(shop, bearer, id)).lines.map(({ sku, quantity }) => [sku, quantity])
}
