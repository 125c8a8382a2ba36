import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OrderPreview } from '../../src/contracts/calls/excel-to-cart.ts'
import type { CartLine } from '../../src/domain/cart/cart-lines.ts'
import { openBrowser } from './browser-tabs.ts'

const row = {
  rows: [2],
  number: 'bat',
  asked: '2',
  sku: 'BAT',
  name: 'Battery',
  quantity: 2,
  total: { inc: 2000, ex: 1600 },
  suggestions: [],
  status: 'ok' as const,
}
const unknown = {
  ...row,
  rows: [3],
  number: 'FANN',
  asked: '3',
  sku: null,
  name: null,
  quantity: 0,
  total: null,
  suggestions: [{ sku: 'FAN', name: 'Fan' }],
  status: 'unknown' as const,
}
const preview: OrderPreview = {
  items: { inc: 2000, ex: 1600 },
  rows: [
    row,
    unknown,
    { ...row, rows: [4], number: 'x', status: 'bad_quantity', sku: null, quantity: 0 },
    { ...row, rows: [5], sku: 'OUT', quantity: 0, status: 'gone' },
  ],
}
const line: CartLine = {
  uuid: 'from-the-shop',
  type: 1,
  thumb: null,
  name: 'Battery',
  slug: 'battery',
  product_id: 'bat',
  sku: 'BAT',
  quantity: 2,
  price: 10,
  ordinary_price: 10,
  pricing: [{ q: 1, p: 10 }],
  vat: 25,
  categories: [],
  group_id: null,
  discount_category: null,
  stock_status: 'in_stock',
  campaign: false,
}

type Sent = { preview: string | null; rows: FormDataEntryValue | null; file: FormDataEntryValue | null }
let sent: Sent[]
let answer: () => Response

beforeEach(() => {
  vi.resetModules()
  sent = []
  answer = () => Response.json(preview)
  openBrowser((body, url) => {
    if (!(body instanceof FormData)) return Response.json([])
    sent.push({ preview: url.searchParams.get('preview'), rows: body.get('rows'), file: body.get('file') })
    return answer()
  })
})
afterEach(() => vi.useRealTimers())

const open = async () => ({
  ...(await import('../../src/features/excel-order/excel-order-store.ts')),
  ...(await import('../../src/features/cart/store/cart-store.ts')),
})
const xlsx = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name)

describe('spec 5: order upload accepts only .xlsx files', () => {
  test.each(['order.xls', 'order.csv', 'order.xlsm', 'xlsx'])(
    '%s is rejected before it is sent [5.order-upload]',
    async (name) => {
      const { checkOrder, $excelOrder } = await open()
      await checkOrder({ file: xlsx(name), rows: '' })
      expect($excelOrder.get().failure).toMatchObject({ problem: 'not_xlsx', of: 'file' })
      expect(sent).toEqual([])
    },
  )

  test('rejects files above 2 MB and orders without rows', async () => {
    const { checkOrder, $excelOrder } = await open()
    const problem = () => $excelOrder.get().failure?.problem
    await checkOrder({ file: xlsx('a.xlsx', 2_000_001), rows: '' })
    expect(problem()).toBe('file_too_large')
    await checkOrder({ rows: '  ' })
    expect(problem()).toBe('file_missing')
    await checkOrder({ rows: '; 2' })
    expect(problem()).toBe('no_rows')
    expect(sent).toEqual([])
  })
})

describe('spec 7: the Excel order', () => {
  test('shows a preview first: nothing is in the cart before', async () => {
    const { checkOrder, $excelOrder, $cart } = await open()
    await checkOrder({ file: xlsx('a.XLSX'), rows: 'ignored 1' })
    expect(sent).toMatchObject([{ preview: '1', rows: null }])
    expect(sent[0]?.file).toMatchObject({ name: 'a.XLSX' })
    expect($excelOrder.get()).toMatchObject({ preview, isBusy: false, failure: null })
    expect($cart.get().items).toEqual([])
  })

  test('adds the available and chosen rows to the cart and opens the drawer [7.excel-to-cart.added]', async () => {
    const { checkOrder, addOrder, $excelOrder, $cart, $isCartOpen } = await open()
    await checkOrder({ rows: 'bat 2\nFANN 3' })
    answer = () => Response.json([line, { ...line, product_id: 'fan', sku: 'FAN', quantity: 3 }])
    await addOrder(
      new Map([
        ['FANN', 'FAN'],
        ['x', 'never'],
      ]),
    )
    expect(sent[1]).toMatchObject({ preview: null, rows: 'BAT\t2\nFAN\t3' })
    expect($cart.get().items.map(({ sku, quantity }) => [sku, quantity])).toEqual([
      ['BAT', 2],
      ['FAN', 3],
    ])
    expect($cart.get().items[0]?.uuid).not.toBe('from-the-shop')
    expect($isCartOpen.get()).toBe(true)
    expect($excelOrder.get()).toMatchObject({ isOpen: false, preview: null })
  })

  test('leaves out rows without a choice', async () => {
    const { checkOrder, addOrder } = await open()
    await checkOrder({ rows: 'bat 2\nFANN 3' })
    answer = () => Response.json([line])
    await addOrder(new Map([['FANN', '']]))
    expect(sent[1]?.rows).toBe('BAT\t2')
  })

  test('adds 5,000 parts to the cart in one change', async () => {
    const { checkOrder, addOrder, $cart, $change } = await open()
    await checkOrder({ rows: 'bat 2' })
    answer = () =>
      Response.json(Array.from({ length: 5_000 }, (_, at) => ({ ...line, product_id: `p${at}`, sku: `P${at}` })))
    let changes = 0
    $change.listen(() => {
      changes += 1
    })
    await addOrder(new Map())
    expect([$cart.get().items.length, changes]).toEqual([5_000, 1])
  })
})

describe('spec 8: an upload that fails', () => {
  const refusal = (status: number, code: string) => () => Response.json({ code, status }, { status })
  test.each([
    [422, 'macros', 'macros'],
    [422, 'workbook_too_large', 'workbook_too_large'],
    [401, 'not_signed_in', 'session_over'],
    [403, 'wrong_scope', 'session_over'],
    [413, 'body_too_large', 'file_too_large'],
    [429, 'too_many_tries', 'too_many_tries'],
    [500, 'internal', 'failed'],
    [503, 'try_again', 'failed'],
  ])('with %i %s shows %s, and the order can be sent again', async (status, code, problem) => {
    const { checkOrder, $excelOrder } = await open()
    answer = refusal(status, code)
    await checkOrder({ file: xlsx('a.xlsx'), rows: '' })
    expect($excelOrder.get()).toMatchObject({ failure: { problem, of: 'file' }, isBusy: false, preview: null })
    answer = () => Response.json(preview)
    await checkOrder({ file: xlsx('a.xlsx'), rows: '' })
    expect($excelOrder.get().failure).toBeNull()
  })

  test('keeps the preview for another attempt without a network', async () => {
    const { checkOrder, addOrder, $excelOrder, $cart } = await open()
    await checkOrder({ rows: 'bat 2' })
    answer = () => {
      throw new TypeError('no network')
    }
    await addOrder(new Map())
    expect($excelOrder.get()).toMatchObject({ preview, failure: { problem: 'failed', of: 'cart' } })
    expect($cart.get().items).toEqual([])
  })
})

test('shows progress after 200 ms and not before; a second press meanwhile sends nothing', async () => {
  vi.useFakeTimers()
  const { checkOrder, $excelOrder } = await open()
  const { promise, resolve } = Promise.withResolvers<Response>()
  answer = () => promise as unknown as Response
  const done = checkOrder({ rows: 'bat 2' })
  void checkOrder({ rows: 'bat 2' })
  await vi.advanceTimersByTimeAsync(199)
  expect($excelOrder.get()).toMatchObject({ isBusy: true, isWaiting: false })
  await vi.advanceTimersByTimeAsync(1)
  expect($excelOrder.get().isWaiting).toBe(true)
  resolve(Response.json(preview))
  await vi.advanceTimersByTimeAsync(400)
  await done
  expect($excelOrder.get()).toMatchObject({ isBusy: false, isWaiting: false, preview })
  expect(sent).toHaveLength(1)
})
