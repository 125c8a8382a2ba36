import { giftCardExpiry } from '../../../src/domain/cart/gift-cards.ts'
import { usedCredit } from '../../../src/server/identity/organizations/organization-credit.ts'
import { byMail } from '../../../src/server/ordering/cart/order-buyer.ts'
import { insertGiftCard } from '../../../src/server/ordering/gift-cards/queries.ts'
import { homeNow } from '../../../src/server/platform/db/home-queries.ts'
import type { Database } from '../../../src/server/platform/db/tables.ts'
import { demoPassword } from '../../../src/server/preflight/demo-identity.ts'
import { organizationId } from '../../../src/tools/demo/commerce/accounts.ts'
import { withDatabase } from '../../bench/catalogue.ts'
import { Client } from '../../bench/load/client.ts'
import type { ShopData } from '../../bench/shop-process.ts'
import { isConfirmation, look, numbers, place, shopperHeaders, startCheckout, stockedProducts } from './buyers.ts'
import { count, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'

const buyers = 10
/** How many of the buyers can have what they order. */
const enough = 3
const coupon = 'LAST-ONE'
const card = 'last-card'

/** Ten orders at once, in two workers, for less than ten can have. */
export const lastOnes: Campaign = {
  name: 'last-ones',
  about: '10 orders at once in 2 workers: last units, last use of a coupon, last money of a card, credit of a company',
  run: async (ground) => {
    const findings: Finding[] = []
    for (const engine of ground.engines) findings.push(...(await lastOnesOn(ground, engine)))
    return findings
  },
}

type Rush = {
  sku: string
  coupons?: readonly string[]
  headers?: Record<string, string>
  fields?: Record<string, string>
  /** Changes the shop when all checkouts are open, before one is looked at. */
  before?: (checkouts: readonly string[]) => Promise<void>
}
type Rushed = { placed: number; errors: number; refused: number }

async function lastOnesOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const data = await ground.newShop(engine)
  const [scarce, plenty] = await stockedProducts(data, 100_000, 2)
  if (!scarce || !plenty) throw new Error('The demo shop has no two products in stock.')
  await using shop = await FaultShop.start(data, { WORKERS: '2' })
  using client = new Client(shop.origin, buyers)
  const findings: Finding[] = []
  const found = (what: string, { placed, errors, refused }: Rushed, exactly: number, beside = '') =>
    findings.push(
      count(`last-ones: ${what}`, placed, { exactly }, { engine, beside: `${refused} refused. ${beside}` }),
      count(`last-ones: answers of 500 and above (${what})`, errors, { exactly: 0 }, { engine }),
    )
  await withDatabase(data, (db) => prepare(db, scarce.id))
  const total = await totalOfOne(client, data, plenty)
  found('orders for the last units', await allAtOnce(client, scarce), enough)
  findings.push(count('last-ones: units reserved', await reserved(data, scarce.id), { exactly: enough }, { engine }))
  found('orders with the last use of a coupon', await allAtOnce(client, { ...plenty, coupons: [coupon] }), 1)
  const byCard = { ...plenty, before: (ids: readonly string[]) => putCard(data, ids, enough * total + 1) }
  found('orders with the last money of a gift card', await allAtOnce(client, byCard), enough)
  findings.push(count('last-ones: öre left on the card', await leftOnCard(data), { exactly: 1 }, { engine }))
  const byCompany = { ...plenty, ...(await asCompany(client)) }
  const billed = await totalOfOne(client, data, byCompany)
  const credit = Math.round((enough + 0.5) * billed)
  const owed = await limitCredit(data, credit)
  found('orders on the credit of a company', await allAtOnce(client, byCompany), enough)
  const more = (await debt(data)) - owed
  findings.push(count('last-ones: öre owed in all', more, { atMost: credit }, { engine, beside: `of ${credit}` }))
  return findings
}

async function prepare(db: Database, scarce: string): Promise<void> {
  await db.updateTable('stock').set({ on_hand: enough }).where('product_id', '=', scarce).execute()
  const none = { groups: '[]', excluded_groups: '[]', discount_categories: '[]', minimum_spend: 0, fixed_amounts: null }
  const always = { customer_id: null, starts_at: null, ends_at: null, adds_sku: null }
  await db
    .insertInto('coupons')
    .values({ code: coupon, usage_limit: 1, percentage: 10, used: 0, ...none, ...always })
    .execute()
}

/** Everybody opens the checkout before the first one orders; then all order at once. */
async function allAtOnce(client: Client, { sku, coupons = [], headers = {}, fields = {}, before }: Rush) {
  const of = (at: number) => ({ ...shopperHeaders(at), ...headers })
  const checkouts = await Promise.all(
    numbers(buyers).map((at) => startCheckout(client, [{ sku, quantity: 1 }], { coupons, headers: of(at) })),
  )
  await before?.(checkouts.map(({ id }) => id))
  const [first] = checkouts
  const seen = first ? await look(client, first, headers) : ''
  const answers = await Promise.all(
    checkouts.map(async (checkout, at) => {
      const answer = await place(client, checkout, { seen, ...fields }, of(at))
      return { isPlaced: isConfirmation(answer, checkout), status: answer.status }
    }),
  )
  const placed = answers.filter(({ isPlaced }) => isPlaced).length
  const errors = answers.filter(({ status }) => status >= 500).length
  return { placed, errors, refused: buyers - placed - errors }
}

async function totalOfOne(client: Client, data: ShopData, { sku, headers = {}, fields = {} }: Rush): Promise<number> {
  const checkout = await startCheckout(client, [{ sku, quantity: 1 }], { headers })
  const answer = await place(client, checkout, { seen: await look(client, checkout, headers), ...fields }, headers)
  if (!isConfirmation(answer, checkout)) throw new Error(`The first order was answered ${answer.status}.`)
  return withDatabase(data, async (db) => {
    const order = db.selectFrom('orders').select('total').where('checkout_id', '=', checkout.id)
    return (await order.executeTakeFirstOrThrow()).total
  })
}

async function reserved(data: ShopData, product: string): Promise<number> {
  return withDatabase(data, async (db) => {
    const stock = db.selectFrom('stock').select('reserved').where('product_id', '=', product)
    return (await stock.executeTakeFirstOrThrow()).reserved
  })
}

async function leftOnCard(data: ShopData): Promise<number> {
  return withDatabase(data, async (db) => {
    const { amount, balance } = await db
      .selectFrom('gift_cards')
      .select(['amount', 'balance'])
      .where('id', '=', card)
      .executeTakeFirstOrThrow()
    const uses = await db.selectFrom('gift_card_uses').selectAll().where('gift_card_id', '=', card).execute()
    const spent = uses.reduce((sum, use) => sum + use.amount - use.returned, 0)
    if (spent + balance !== amount) throw new Error(`${spent} was spent of ${amount}, and ${balance} is left.`)
    return balance
  })
}

/** Puts a card into checkouts, as into one whose link was mailed: a browser's own cards are lost to another browser. */
async function putCard(data: ShopData, checkouts: readonly string[], balance: number): Promise<void> {
  const at = new Date()
  await withDatabase(data, async (db) => {
    const issued = {
      id: card,
      amount: balance,
      balance,
      currency: 'SEK',
      email: '',
      language: 'sv',
      actor: 'campaign',
      status: 'live',
      order_id: null,
      position: null,
      piece: null,
      created_at: at.toISOString(),
      expires_at: giftCardExpiry(at, await homeNow(db)),
    } as const
    await db.transaction().execute((trx) => insertGiftCard(trx, issued))
    await db
      .updateTable('carts')
      .set({ gift_cards: JSON.stringify([card]), typed_by: byMail })
      .where('checkout_id', 'in', checkouts)
      .execute()
  })
}

async function asCompany(client: Client): Promise<Required<Pick<Rush, 'headers' | 'fields'>>> {
  const email = 'admin@verkstad.example'
  const { status, body } = await client.ask({
    path: '/api/auth/login',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'identity' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  if (status !== 200) throw new Error(`The demo's company could not sign in: ${status}.`)
  const tokens: { access_token: string } = JSON.parse(body.toString())
  const organization = { organization_name: 'Hisingens Datorverkstad AB', organization_number: '559999-4612' }
  return {
    headers: { authorization: `Bearer ${tokens.access_token}` },
    fields: { customer_kind: 'organization', email, ...organization },
  }
}

/** Leaves the company this much credit; returns what it owes. */
async function limitCredit(data: ShopData, credit: number): Promise<number> {
  const owed = await debt(data)
  await withDatabase(data, (db) =>
    db
      .updateTable('organizations')
      .set({ credit_limit: owed + credit })
      .where('id', '=', organizationId)
      .execute(),
  )
  return owed
}

const debt = (data: ShopData): Promise<number> => withDatabase(data, (db) => usedCredit(db, organizationId, new Date()))
