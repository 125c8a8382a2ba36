import type { RequestPage } from '../../../../src/contracts/customer-pages/request-page.ts'
import { linkedQuotePage } from '../../../../src/server/ordering/requests/linked-quote.ts'
import { requestPage } from '../../../../src/server/ordering/requests/request-page.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { answerOf } from '../../../support/page-answer.ts'
import { requestOf, type Visit } from '../../identity/page-visit.ts'

type Asked = Visit & { query?: string; from?: string; path?: string }

const filledIn = {
  number: 'bat-unpriced',
  quantity: '2',
  name: 'Anna Andersson',
  email: 'Anna@Example.se',
}

/** The form as a guest fills it in. */
export function aRequest(changes: Record<string, string> = {}): Record<string, string> {
  return { ...filledIn, ...changes }
}

/** Opens or sends the form of a request. */
export async function askPage(shop: Shop, asked: Asked = {}) {
  const { path = '/sv/forfragan', query = '', from = '192.0.2.1' } = asked
  const request = await requestOf(shop, path + query, asked)
  return answerOf(await requestPage(shop, { ...request, clientAddress: from }))
}

/** Sends a form, and returns the number of the request. */
export async function sent(shop: Shop, form = aRequest(), asked: Asked = {}): Promise<string> {
  const answer = await askPage(shop, { ...asked, form })
  const page: RequestPage | undefined = answer.kind === 'page' ? answer.page : undefined
  if (page?.kind !== 'sent') throw new Error(`The request was not sent: ${JSON.stringify(answer)}`)
  return page.number
}

/** Opens a mailed link to a quote, or presses its button. */
export async function quoteByLink(shop: Shop, token: string, asked: Visit = {}) {
  return answerOf(await linkedQuotePage(shop, await requestOf(shop, `/sv/offert?token=${token}`, asked)))
}

export async function requestCount({ db }: Shop): Promise<number> {
  return (await db.selectFrom('part_requests').select('id').execute()).length
}
