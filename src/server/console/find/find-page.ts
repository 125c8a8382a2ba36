import { consolePath } from '../../../console-routes.ts'
import type { FindHit, FindPage } from '../../../contracts/console/find.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { addressJson } from '../../platform/db/json-columns.ts'
import { goTo } from '../../platform/http/pages/page-result.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { forReports } from '../frame/for-reports.ts'
import { foundProducts, searchedProducts } from '../named-parts/named-parts.ts'
import { orderListRows } from '../orders/order-list-queries.ts'
import { searchOrders, type OrderSearch } from '../orders/order-search-queries.ts'
import { foundNumbers } from './find-numbers.ts'
import { customersEndingWith, customersNamed, customersSounding, maxPerKind } from './find-queries.ts'

const maxLength = 200

/** Finds orders, accounts and products by what somebody has at hand; a whole number leads to its record. */
export const findScreen = consoleScreen<FindPage>({
  screen: 'find',
  permission: 'own',
  load: async (context) => {
    const found = await findAll(context)
    const [first, ...others] = found.groups
    const [hit, ...hits] = first?.hits ?? []
    if (!hit) return found
    const isOrder = first?.name === 'orders' && hit.title === found.query.replace(/^#/, '')
    const isOnly = others.length + hits.length === 0 && isNumbered(first?.name)
    return isOrder || isOnly ? goTo(hit.address) : found
  },
})

const isNumbered = (name: string | undefined): boolean => ['returns', 'payments', 'quotes'].includes(name ?? '')

/** The same answer for the palette, which asks while somebody types: it leads nowhere by itself. */
export const hitsScreen = consoleScreen<FindPage>({ screen: 'find-hits', permission: 'own', load: findAll })

async function findAll(context: ConsoleContext): Promise<FindPage> {
  const query = (context.request.url.searchParams.get('q') ?? '').trim().slice(0, maxLength)
  if (query === '') return { query, groups: [] }
  const reading = forReports(context)
  const found = withHits([
    { name: 'orders', hits: await foundOrders(reading, query, 'quickly') },
    ...(await foundNumbers(context, query)),
    { name: 'customers', hits: await foundCustomers(reading, query, customersNamed) },
    { name: 'products', hits: await foundProducts(reading, query) },
  ])
  if (found.length > 0) return { query, groups: found }
  const products = withHits([{ name: 'products', hits: await searchedProducts(context, query) }])
  // A word within the texts of parts is often half of somebody's name, too: "ström" of Ekström.
  if (products.length > 0) {
    const customers = await foundCustomers(reading, query, customersEndingWith)
    return { query, groups: withHits([{ name: 'customers', hits: customers }, ...products]) }
  }
  // Only where nothing is found otherwise: it takes a fifth of a second in a large shop.
  const [orders, customers] = await Promise.all([
    foundOrders(reading, query, 'thoroughly'),
    foundCustomers(reading, query, customersSounding),
  ])
  const groups = withHits([
    { name: 'orders', hits: orders },
    { name: 'customers', hits: customers },
  ])
  return { query, groups }
}

const withHits = (groups: FindPage['groups']) => groups.filter(({ hits }) => hits.length > 0)

async function foundOrders({ shop, session }: ConsoleContext, search: string, how: OrderSearch): Promise<FindHit[]> {
  if (!may(session, 'orders.view')) return []
  const query = { search, filters: {}, sort: 'number', isDescending: true, columns: [], cursor: null }
  const rows = await orderListRows(shop, query, maxPerKind, (text) => searchOrders(shop, text, how))
  return rows.map(({ number, address, email }) => ({
    title: number,
    detail: [addressJson.read(address).name, email].filter((text) => text !== '').join(', '),
    address: consolePath('order', { number }),
  }))
}

async function foundCustomers(
  { shop, session }: ConsoleContext,
  search: string,
  find: typeof customersNamed,
): Promise<FindHit[]> {
  if (!may(session, 'customers.view')) return []
  return (await find(shop, search, maxPerKind)).map(({ id, name, email }) => ({
    title: name || email,
    detail: email,
    address: consolePath('customer', { id }),
  }))
}
