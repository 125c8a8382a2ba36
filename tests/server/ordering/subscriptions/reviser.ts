import type { RevisionView } from '../../../../src/contracts/customer-pages/subscription-page.ts'
import { subscriptionAnswer } from '../../../../src/server/ordering/renewals/subscription-answer.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { mailTexts } from '../../../support/mailbox.ts'
import { answerOf } from '../../../support/page-answer.ts'
import { aForm, fixtureShop, movableClock } from '../checkout/buyer.ts'
import { pay } from '../orders/parcels.ts'
import { subscribed, subscription, work } from './subscriber.ts'

export type Fields = Record<string, string>

const home: Fields = {
  quantity: '2',
  name: 'Anna Andersson',
  line1: 'Storgatan 1',
  line2: '',
  postal_code: '111 22',
  city: 'Stockholm',
  country: 'SE',
  phone: '+46 70 123 45 67',
}
export const norway: Fields = { line1: 'Storgata 9', postal_code: '0155', city: 'Oslo', country: 'NO' }

export async function withLink(form = aForm()) {
  const clock = movableClock()
  const shop = await fixtureShop(clock)
  const { attemptId, orderId } = await subscribed(shop, form)
  if (form.payment_method === 'sandbox') await pay(shop, attemptId)
  await work(shop)
  const [token = ''] = mailTexts(shop.env.SHOP_DATA, 'anna@example.se').flatMap(
    (mail) => /\/prenumeration\/([\w-]+)/.exec(mail)?.[1] ?? [],
  )
  return Object.assign(shop, { clock, orderId, token })
}

async function ask(shop: Shop, token: string, search: string, fields?: Fields) {
  const { id } = await subscription(shop)
  const url = new URL(`http://shop.test/sv/prenumeration/${token}${search}`)
  const body = fields && new URLSearchParams({ id, ...home, ...fields })
  const request = new Request(url, body && { method: 'POST', body })
  return answerOf(await subscriptionAnswer(shop, { request, url, token, language: 'sv' }))
}

/** The query of the page that answers a form. */
export async function post(shop: Shop, token: string, fields: Fields): Promise<string> {
  const answer = await ask(shop, token, '', fields)
  return answer.kind === 'go' ? new URL(answer.path, 'http://shop.test').search : answer.kind
}

export async function shown(shop: Shop, token: string, search: string): Promise<RevisionView | null> {
  const answer = await ask(shop, token, search)
  return answer.kind === 'page' ? (answer.page?.revision ?? null) : null
}

/** Asks what a change costs. */
export async function review(shop: Shop, token: string, fields: Fields): Promise<RevisionView | null> {
  return shown(shop, token, await post(shop, token, { ...fields, action: 'review' }))
}

export async function confirm(shop: Shop, token: string, fields: Fields, seen: string): Promise<string> {
  const search = await post(shop, token, { ...fields, action: 'revise', seen })
  return search.startsWith('?change=') ? ((await shown(shop, token, search))?.refusal ?? 'review') : search
}

export async function revise(shop: Shop, token: string, fields: Fields): Promise<string> {
  return confirm(shop, token, fields, (await review(shop, token, fields))?.offer?.seen ?? '')
}
