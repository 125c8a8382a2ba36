import { expect } from 'vitest'
import type { WithdrawalPage } from '../../../../src/contracts/customer-pages/withdrawal-page.ts'
import type { Session } from '../../../../src/server/identity/sessions/session.ts'
import { withdrawalAnswer } from '../../../../src/server/ordering/order-pages/withdrawal-answer.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { answerOf } from '../../../support/page-answer.ts'
import { jar } from '../../call.ts'
import { mailsOf } from '../../identity/shopper.ts'
import { swedish } from '../checkout/buyer.ts'

export type Browser = Map<string, string>

export type Asked = { session?: Session | null; clientAddress?: string; cookies?: Browser; query?: string }

export const anna = { number: '100001', email: 'Anna@example.se' }

export const name = 'Anna Andersson'

export async function answer(
  shop: Shop,
  fields: Record<string, string> | undefined,
  { session = null, clientAddress = '10.0.0.1', cookies = new Map(), query = '' }: Asked = {},
) {
  const url = new URL(`http://shop.test/sv/angra-kop${query}`)
  const request = new Request(url, fields ? { method: 'POST', body: new URLSearchParams(fields) } : {})
  return answerOf(
    await withdrawalAnswer(shop, {
      request,
      url,
      clientAddress,
      cookies: jar(cookies),
      locals: { session, shopping: swedish() },
    }),
  )
}

export async function ask(shop: Shop, fields?: Record<string, string>, asked: Asked = {}): Promise<WithdrawalPage> {
  const answered = await answer(shop, fields, asked)
  if (answered.kind !== 'page') throw new Error(`No page but ${JSON.stringify(answered)}.`)
  return answered.page
}

/** The link in the newest withdrawal mail. */
export async function mailedLink(shop: Shop): Promise<string> {
  const mail = (await mailsOf(shop)).findLast((text) => text.includes('withdrawal-link-'))
  return /angra-kop(\?token=[\w-]{32,})/.exec(mail ?? '')?.[1] ?? ''
}

/** A browser that opened the mailed link of Anna's order. */
export async function opened(shop: Shop, typed = anna): Promise<Browser> {
  await ask(shop, { ...typed, action: 'ask' })
  const cookies: Browser = new Map()
  expect(await answer(shop, undefined, { cookies, query: await mailedLink(shop) })).toEqual({
    kind: 'go',
    path: '/sv/angra-kop?link=1',
  })
  return cookies
}

/** A step in a browser that used the mailed link. */
export function byLink(shop: Shop, cookies: Browser, fields?: Record<string, string>): Promise<WithdrawalPage> {
  return ask(shop, fields && { name, ...fields }, { cookies, query: '?link=1' })
}
