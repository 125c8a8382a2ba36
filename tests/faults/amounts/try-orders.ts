import { setTimeout as sleep } from 'node:timers/promises'
import { mailFiles, readMail } from '../../support/mailbox.ts'
import { wordsOf } from '../../support/pdf-words.ts'
import type { ShopFacts } from '../amounts-oracle/shop-facts.ts'
import { checkDocument } from './check-document.ts'
import { checkMail, checkOrderPage } from './check-order.ts'
import { describe } from './check-sync.ts'
import type { PlacedOrder } from './order-trip.ts'
import { readConfirmation, readMailText, readOrderPage, type ShownMail } from './read-order.ts'
import type { Tally } from './tally.ts'

const timeoutMs = 120_000

/** The confirmation mails written by a shop without a mail server, by recipient. */
export async function confirmations(
  folder: string,
  orders: readonly { email: string }[],
): Promise<Map<string, string>> {
  const wanted = new Set(orders.map(({ email }) => email))
  const found = new Map<string, string>()
  const read = new Set<string>()
  for (const deadline = Date.now() + timeoutMs; found.size < wanted.size && Date.now() < deadline; await sleep(500)) {
    for (const file of mailFiles(folder).filter((each) => !read.has(each) && each.includes('order-confirmed'))) {
      read.add(file)
      const { headers, text } = readMail(file)
      const to = /^To: (\S+)$/m.exec(headers)?.[1] ?? ''
      if (wanted.has(to)) found.set(to, text)
    }
  }
  return found
}

type OrderCheck = { tally: Tally; facts: ShopFacts; order: PlacedOrder; mail: string | undefined }

/** Everything the shopper of an order sees: confirmation, mail, order page and documents. */
export async function tryOrder({ tally, facts, order, mail }: OrderCheck): Promise<void> {
  const { browser, cart, confirmation } = order
  const judge = { tally, facts, order }
  checkOrderPage(judge, 'confirmation', readConfirmation(await browser.page(confirmation), cart.language))
  if (!tally.check('mail: has come', true, mail !== undefined, () => order.email) || mail === undefined) return
  const shown = readMailText(mail, cart.language)
  checkMail(judge, shown)
  const page = readOrderPage(await openOrder(order, shown), cart.language)
  checkOrderPage(judge, 'order page', page)
  // Nothing was charged where codes reduced the total to 0.
  const isCharged = order.isPaid && order.totals.total > 0n
  tally.check(
    'document: is there',
    isCharged ? 2 : 0,
    page.documents.length,
    () => `${order.email}, total ${order.totals.total}, ${describe(order.cart)}`,
  )
  for (const link of page.documents) {
    const { bytes } = await browser.file(link)
    checkDocument(tally, facts, order, { name: link.slice(link.lastIndexOf('/') + 1), words: wordsOf(bytes) })
  }
}

/** The mailed link is confirmed by a button, and leads to the order. */
async function openOrder({ browser }: PlacedOrder, { link }: ShownMail): Promise<string> {
  const first = await browser.ask('GET', link)
  browser.keepCookies(first.headers['set-cookie'])
  if (first.status === 303) await browser.page(String(first.headers['location']))
  const path = link.replace(/\?.*$/, '')
  const { status, headers } = await browser.post(path, { action: 'use_link', script: '' })
  browser.keepCookies(headers['set-cookie'])
  if (status !== 303) throw new Error(`The mailed link was answered ${status}.`)
  return browser.page(String(headers['location']))
}
