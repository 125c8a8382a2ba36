import { addToListForm, type AddToListForm, type AddToListPage } from '../../../contracts/customer-pages/part-lists.ts'
import { listQuantity, maxListLines, type WantedPart } from '../../../domain/lists/part-lists.ts'
import { href } from '../../../routes.ts'
import type { Account, AccountRequest } from '../../identity/access/require-account.ts'
import { goTo, missing, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import type { Shop } from '../shop.ts'
import { addToList, makeList } from './change-list.ts'
import { listsOf } from './list-queries.ts'
import { sourceOf, type ListSource } from './list-source.ts'

/**
 * GET and POST /{lang}/my-account/lists/add: asks which list gets a part (`?part=`, a part number), the parts of an
 * order (`?order=`, its number) or those of the cart (`?cart=1`), and adds them. Missing for what the customer may not
 * see.
 */
export async function addToListPage(
  shop: Shop,
  account: Account,
  request: AccountRequest,
): Promise<PageResult<AddToListPage>> {
  const { shopping } = request.locals
  const source = await sourceOf(shop, account, request)
  if (!source) return missing()
  if (request.request.method !== 'POST') return privatePage(await pageOf(shop, account, source, emptyForm))
  const form = await readForm(request.request, addToListForm)
  const parts = chosenParts(source, form)
  if (!parts) return privatePage({ ...(await pageOf(shop, account, source, form)), fault: 'quantity' }, 422)
  const saved = await save(shop, account.session.customer.id, form, parts)
  if (saved === 'missing') return missing()
  if ('fault' in saved) return privatePage({ ...(await pageOf(shop, account, source, form)), fault: saved.fault }, 422)
  return goTo(href(shopping.language, 'my-account-list', { id: saved.id }, { added: parts.length }))
}

const emptyForm: AddToListForm = { part: '', list: '', name: '', quantity: '1' }

/** The parts with the typed quantity and the chosen variant; undefined if the quantity is none. */
function chosenParts({ kind, parts, choices }: ListSource, form: AddToListForm): WantedPart[] | undefined {
  if (kind !== 'part') return [...parts]
  const quantity = listQuantity(form.quantity)
  if (quantity === null) return undefined
  const chosen = choices.length > 0 ? choices.filter(({ sku }) => sku === form.part).slice(0, 1) : parts
  return chosen.map((part) => ({ ...part, quantity }))
}

async function save(
  shop: Shop,
  customerId: string,
  { list: id, name }: AddToListForm,
  parts: readonly WantedPart[],
): Promise<{ id: string } | { fault: NonNullable<AddToListPage['fault']> } | 'missing'> {
  if (parts.length === 0) return { fault: 'nothing_to_add' }
  if (id === '') return makeList(shop, customerId, { name, parts })
  const fault = await addToList(shop, { customerId, id }, parts)
  return fault === null ? { id } : fault === 'missing' ? fault : { fault }
}

async function pageOf(
  { db }: Shop,
  { session, membership }: Account,
  { kind, of, parts, choices, thumbs }: ListSource,
  typed: AddToListForm,
): Promise<AddToListPage> {
  const { id: customerId } = session.customer
  const isAdmin = membership?.role === 'admin'
  const lists = await listsOf(db, { customerId, organizationId: membership?.id ?? null })
  return {
    source: kind,
    of,
    parts: parts.map(({ sku, name, quantity }) => ({ sku, name, quantity, thumb: thumbs.get(sku) ?? null })),
    choices: choices.map(({ sku, name }) => ({ sku, name })),
    lists: lists
      .filter((list) => isAdmin || list.customer_id === customerId)
      .map((list) => ({ id: list.id, name: list.name, isFull: Number(list.parts) >= maxListLines })),
    fault: null,
    typed,
  }
}
