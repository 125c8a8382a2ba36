import { listsForm, type ListItem, type ListsPage } from '../../../contracts/customer-pages/part-lists.ts'
import { href } from '../../../routes.ts'
import type { Account, AccountRequest } from '../../identity/access/require-account.ts'
import { cartLinesJson } from '../../platform/db/json-columns.ts'
import { goTo, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import { savedCartRow } from '../cart/saved-cart-queries.ts'
import type { Shop } from '../shop.ts'
import { makeList } from './change-list.ts'
import { listsOf } from './list-queries.ts'

/** GET and POST /{lang}/my-account/lists: shows the lists that the customer may read, and makes one. */
export async function listsPage(
  shop: Shop,
  account: Account,
  {
    request,
    locals: {
      shopping: { language },
    },
  }: AccountRequest,
): Promise<PageResult<ListsPage>> {
  const { id: customerId } = account.session.customer
  const form = request.method === 'POST' ? await readForm(request, listsForm) : undefined
  const made = form && (await makeList(shop, customerId, { name: form.name, parts: [] }))
  if (made && 'id' in made) return goTo(href(language, 'my-account-list', { id: made.id }))
  const page = await pageOf(shop, account)
  return made ? privatePage({ ...page, fault: made.fault, typed: form.name }, 422) : privatePage(page)
}

async function pageOf(shop: Shop, account: Account): Promise<ListsPage> {
  const cart = await savedCartRow(shop.db, account.session.customer.id)
  return {
    lists: await listItems(shop, account),
    organization: account.membership?.name ?? null,
    cartParts: cart ? cartLinesJson.read(cart.lines).length : 0,
    fault: null,
    typed: '',
  }
}

/** Lists what a customer may read: own lists, and those that colleagues share. */
export async function listItems(
  { db }: Pick<Shop, 'db'>,
  { session, membership }: Pick<Account, 'session' | 'membership'>,
): Promise<ListItem[]> {
  const { id: customerId } = session.customer
  const organizationId = membership?.id ?? null
  const rows = await listsOf(db, { customerId, organizationId })
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    parts: Number(row.parts),
    updatedAt: row.updated_at,
    owner: row.customer_id === customerId ? null : row.owner,
    isShared: row.organization_id !== null && row.organization_id === organizationId,
  }))
}
