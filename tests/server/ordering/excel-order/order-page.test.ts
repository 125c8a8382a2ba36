import type { APIContext } from 'astro'
import { describe, expect, test } from 'vitest'
import type { ExcelOrderPage } from '../../../../src/contracts/customer-pages/excel-order-page.ts'
import { parseCookieCart } from '../../../../src/domain/cart/cookie-cart.ts'
import { translator } from '../../../../src/i18n/translator.ts'
import { identify } from '../../../../src/server/identity/sessions/identify.ts'
import { excelOrderPage, quickOrderPage } from '../../../../src/server/ordering/excel-order/order-page.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { defaultContext } from '../../../support/default-context.ts'
import { answerOf, type PageAnswer } from '../../../support/page-answer.ts'
import { jar } from '../../call.ts'
import { addCustomer, browserOf } from '../../identity/shopper.ts'
import { fixtureShop } from '../checkout/buyer.ts'
import { workbook } from './uploads.ts'

/** Opens the screen, or posts its form, as a browser with these cookies. */
async function visit(
  shop: Shop,
  cookies: Map<string, string>,
  fields?: readonly (readonly [string, string | File])[],
  screen: typeof quickOrderPage = excelOrderPage,
): Promise<PageAnswer<ExcelOrderPage>> {
  const form = new FormData()
  for (const [name, value] of fields ?? []) form.append(name, value)
  const request = new Request('http://shop.test/', fields ? { method: 'POST', body: form } : {})
  const session = await identify(shop, { request, cookies: jar(cookies) })
  const locals: App.Locals = {
    shop,
    locale: shop.settings.locale('sv'),
    seller: shop.settings.seller('sv'),
    features: shop.settings.all.features,
    sales: shop.settings.all.sales,
    session,
    customerId: session?.customer?.id ?? null,
    shopping: defaultContext('sv'),
    requestId: 'test',
    isShared: false,
    t: translator('sv'),
    matched: undefined,
  }
  return answerOf(
    await screen(shop, { request, cookies: jar(cookies), locals, clientAddress: '192.0.2.1' } as Pick<
      APIContext,
      'request' | 'cookies' | 'locals' | 'clientAddress'
    >),
  )
}

async function signedIn() {
  const shop = await fixtureShop()
  return {
    shop,
    cookies: await browserOf(shop, await addCustomer(shop, { id: 'anna' })),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

describe('spec 2: the Excel order without scripts', () => {
  test('leads visitors to the login and back', async () => {
    await using shop = await fixtureShop()
    for (const fields of [undefined, [['rows', 'FAN 1']] as const]) {
      expect(await visit(shop, new Map(), fields)).toEqual({
        kind: 'go',
        path: '/sv/logga-in?next=%2Fsv%2Fexcel-bestallning',
      })
    }
  })

  test('shows the result of a file or of pasted rows, and errors', async () => {
    await using anna = await signedIn()
    const file = new File(
      [
        new Uint8Array(
          workbook([
            ['SKU', 'Antal'],
            ['FAN', 2],
            ['BATT', 1],
          ]),
        ),
      ],
      'order.xlsx',
    )
    expect(await visit(anna.shop, anna.cookies)).toMatchObject({
      kind: 'page',
      status: 200,
      page: { fault: null, result: null },
    })
    const shown = await visit(anna.shop, anna.cookies, [
      ['file', file],
      ['rows', ''],
    ])
    expect(shown).toMatchObject({
      status: 200,
      page: { fault: null, result: { ready: 'FAN\t2', rows: [{ status: 'ok' }, { status: 'unknown' }] } },
    })
    const empty = new File([], '')
    expect(
      await visit(anna.shop, anna.cookies, [
        ['file', empty],
        ['rows', 'FAN 3'],
      ]),
    ).toMatchObject({ page: { text: 'FAN 3', result: { ready: 'FAN\t3' } } })
    expect(
      await visit(anna.shop, anna.cookies, [
        ['file', empty],
        ['rows', ''],
      ]),
    ).toMatchObject({ status: 422, page: { fault: 'file_missing' } })
    expect(await visit(anna.shop, anna.cookies, [['file', new File(['a'], 'a.csv')]])).toMatchObject({
      status: 422,
      page: { fault: 'not_xlsx' },
    })
  })

  test('adds available and chosen parts to the existing cart', async () => {
    await using anna = await signedIn()
    await visit(anna.shop, anna.cookies, [
      ['action', 'add'],
      ['ready', 'FAN\t1'],
    ])
    const answer = await visit(anna.shop, anna.cookies, [
      ['action', 'add'],
      ['ready', 'FAN\t2\nRAM\t1'],
      ['choice', 'BAT\t4'],
      ['choice', ''],
    ])
    expect(answer).toEqual({ kind: 'go', path: '/sv/checkout' })
    expect(parseCookieCart(anna.cookies.get('cart')).items).toEqual([
      { sku: 'FAN', quantity: 3 },
      { sku: 'RAM', quantity: 1 },
      { sku: 'BAT', quantity: 4 },
    ])
  })
})

describe('the quick order', () => {
  const quick = (shop: Shop, cookies: Map<string, string>, fields?: readonly (readonly [string, string | File])[]) =>
    visit(shop, cookies, fields, quickOrderPage)

  test('checks thirty pasted numbers of a visitor, and puts them into the cart', async () => {
    await using shop = await fixtureShop()
    const cookies = new Map<string, string>()
    const numbers = Array.from({ length: 30 }, (_, at) => `screw-${String(at + 1).padStart(2, '0')}`)
    expect(await quick(shop, cookies)).toMatchObject({ kind: 'page', status: 200, page: { result: null } })
    const checked = await quick(shop, cookies, [['rows', [...numbers, 'BATT'].join('\n')]])
    if (checked.kind !== 'page' || !checked.page.result) throw new Error('There is no result.')
    const { rows, ready } = checked.page.result
    expect(rows.map(({ status }) => status).filter((status) => status === 'unknown')).toHaveLength(1)
    const inStock = ready.split('\n').length
    expect(inStock).toBe(20)
    expect(
      await quick(shop, cookies, [
        ['action', 'add'],
        ['ready', ready],
      ]),
    ).toEqual({ kind: 'go', path: '/sv/checkout' })
    expect(parseCookieCart(cookies.get('cart')).items).toHaveLength(inStock)
  })

  test('reads no file, and says when a network asks too often', async () => {
    await using shop = await fixtureShop()
    const file = new File(
      [
        new Uint8Array(
          workbook([
            ['SKU', 'Antal'],
            ['FAN', 2],
          ]),
        ),
      ],
      'order.xlsx',
    )
    expect(await quick(shop, new Map(), [['file', file]])).toMatchObject({ page: { fault: 'file_missing' } })
    for (let at = 0; at < 29; at += 1) await quick(shop, new Map(), [['rows', 'FAN 1']])
    expect(await quick(shop, new Map(), [['rows', 'FAN 1']])).toMatchObject({
      status: 429,
      page: { fault: 'too_many_tries' },
    })
  })
})
