import {
  listForm,
  type CartReport,
  type ListForm,
  type ListPage,
} from '../../../contracts/customer-pages/part-lists.ts'
import { listText, listLengths } from '../../../domain/lists/part-lists.ts'
import { href } from '../../../routes.ts'
import type { Account, AccountRequest } from '../../identity/access/require-account.ts'
import { goTo, missing, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import type { Shop } from '../shop.ts'
import { listLines } from './line-queries.ts'
import { listAction } from './list-actions.ts'
import { listById, type OwnedList } from './list-queries.ts'
import { pricedList } from './priced-list.ts'

/**
 * GET and POST /{lang}/my-account/lists/:id: shows and changes a list. A list of another customer that is not shared
 * with this one is missing, whatever was pressed.
 */
export async function listPage(shop: Shop, account: Account, request: AccountRequest): Promise<PageResult<ListPage>> {
  const { matched, shopping } = request.locals
  const { id: customerId } = account.session.customer
  const list = await listById(shop.db, customerId, matched?.params['id'] ?? '')
  if (!list) return missing()
  if (request.request.method !== 'POST') return privatePage(await pageOf(shop, account, request, list))
  const form = await readForm(request.request, listForm)
  const outcome = await listAction(shop, { account, request, list, form })
  if (outcome === 'missing') return missing()
  if (outcome.kind === 'go') {
    const { screen, params, query, hash = '' } = outcome
    return goTo(href(shopping.language, screen, params, query) + hash)
  }
  const page = await pageOf(shop, account, request, list)
  return privatePage({ ...page, fault: outcome.fault, unknown: outcome.unknown ?? [], typed: typedIn(form) }, 422)
}

function typedIn({ action, rows, name }: ListForm): ListPage['typed'] {
  return { rows: rows ?? '', name: action === 'rename' ? name : null }
}

async function pageOf(
  shop: Shop,
  { session, membership }: Account,
  { url, locals: { shopping } }: AccountRequest,
  list: OwnedList,
): Promise<ListPage> {
  const { id: customerId } = session.customer
  const isYours = list.customer_id === customerId
  const rows = await listLines(shop.db, list.id)
  const { lines, total } = await pricedList(shop, { shopping, customerId }, rows)
  const query = url.searchParams
  return {
    id: list.id,
    name: listText(list.name, listLengths.name),
    currency: shopping.currency.code,
    owner: isYours ? null : list.owner,
    canEdit: isYours || membership?.role === 'admin',
    isShared: list.organization_id !== null && list.organization_id === membership?.id,
    organization: membership?.name ?? null,
    lines,
    total,
    added: parseNumber(query.get('added')),
    report: reportOf(query, lines),
    fault: null,
    typed: { rows: '', name: null },
    unknown: [],
  }
}

/** Tells what went into the cart from the address after it; `short` are the lines of which less is in stock. */
function reportOf(query: URLSearchParams, lines: ListPage['lines']): CartReport | null {
  const parts = parseNumber(query.get('cart'))
  if (parts === null) return null
  const only = query.get('line')
  const requested = only === null ? lines : lines.filter(({ productId }) => productId === only)
  const [line] = only === null ? [] : requested
  const short = requested.filter(({ possible, quantity }) => possible < quantity)
  return { parts, line: line?.name ?? null, leftOut: parseNumber(query.get('left_out')) ?? 0, short }
}

function parseNumber(text: string | null): number | null {
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : null
}
