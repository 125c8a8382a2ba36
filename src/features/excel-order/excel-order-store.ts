import { atom } from 'nanostores'
import { callApi, CallError } from '../../browser/call-api.ts'
import { withLoadingDelay } from '../../browser/loading-delay.ts'
import { ExcelToCart, maxFileBytes, type CheckedRow, type OrderPreview } from '../../contracts/calls/excel-to-cart.ts'
import { formatOrderText, readOrderText, readQuantity } from '../../domain/orders/order-rows.ts'
import { showCart } from '../cart/show-cart.ts'
import { startCart } from '../cart/start-cart.ts'
import { $isCartOpen, addLines } from '../cart/store/cart-store.ts'
import { problemOf, type OrderProblem } from './order-texts.ts'

/** What is handed in: a file, else pasted text. */
export type UploadedOrder = { file?: File | undefined; rows: string }
/** Where something went wrong: reading a file or rows, or putting the order into the cart. */
export type HandedInAs = 'file' | 'rows' | 'cart'
type ExcelOrder = {
  isOpen: boolean
  isBusy: boolean
  /** True once that takes longer than 200 ms. */
  isWaiting: boolean
  preview: OrderPreview | null
  /** Stays until the next try, so that it can be read again; `at` tells one failure from the next of its kind. */
  failure: { problem: OrderProblem; of: HandedInAs; at: number } | null
}

const initial: ExcelOrder = { isOpen: false, isBusy: false, isWaiting: false, preview: null, failure: null }

export const $excelOrder = atom<ExcelOrder>(initial)

export function showExcelOrder(): void {
  patch({ isOpen: true })
}

/** Closing keeps the preview and what went wrong, so that a slip of the finger loses nothing. */
export function hideExcelOrder(): void {
  patch({ isOpen: false })
}

/** Back to the file and the text. */
export function changeOrder(): void {
  patch({ preview: null, failure: null })
}

/**
 * Sends an order for its preview; what cannot be one is refused before it is sent (spec section 5: only .xlsx files).
 */
export async function checkOrder(order: UploadedOrder): Promise<void> {
  const { file, rows } = order
  const of = file ? 'file' : 'rows'
  const problem = faultBefore(order)
  if (problem) return fail(problem, of)
  await busily(of, async () => {
    const answer = await send('1', file ? { file } : { rows })
    return Array.isArray(answer) ? {} : { preview: answer }
  })
}

/**
 * Puts into the cart what the preview found and what was chosen where it did not: a sku by the number that was written.
 * The shop answers with the cart items, and the drawer opens (spec section 7).
 */
export async function addOrder(chosen: ReadonlyMap<string, string>): Promise<void> {
  const { preview } = $excelOrder.get()
  const rows = formatOrderText((preview?.rows ?? []).flatMap((row) => orderedOf(row, chosen.get(row.number))))
  await busily('cart', async () => {
    const answer = await send(undefined, { rows })
    if (!Array.isArray(answer)) return {}
    startCart()
    $excelOrder.set(initial)
    addLines(answer, { open: true })
    if ($isCartOpen.get()) showCart()
    return {}
  })
}

/** What of a row goes into the cart. */
export function orderedOf(
  { status, sku, quantity, asked }: CheckedRow,
  chosen: string | undefined,
): { sku: string; quantity: number }[] {
  if (sku !== null) return quantity > 0 ? [{ sku, quantity }] : []
  return status === 'unknown' && chosen ? [{ sku: chosen, quantity: readQuantity(asked) ?? 1 }] : []
}

async function send(preview: '1' | undefined, body: { file?: File; rows?: string }) {
  return (await callApi(ExcelToCart, { query: { preview }, body })).body
}

/** Runs one request at a time. What it changes is shown when the next one is possible. */
async function busily(of: HandedInAs, work: () => Promise<Partial<ExcelOrder>>): Promise<void> {
  if ($excelOrder.get().isBusy) return
  patch({ isBusy: true, failure: null })
  let change: Partial<ExcelOrder> = {}
  try {
    change = await withLoadingDelay(work(), () => patch({ isWaiting: true }))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    fail(problemOf(error.code), of)
  } finally {
    patch({ ...change, isBusy: false, isWaiting: false })
  }
}

function faultBefore({ file, rows }: UploadedOrder): OrderProblem | undefined {
  if (!file && rows.trim() === '') return 'file_missing'
  if (!file) return readOrderText(rows).every(({ number }) => number === '') ? 'no_rows' : undefined
  if (!/\.xlsx$/i.test(file.name)) return 'not_xlsx'
  return file.size > maxFileBytes ? 'file_too_large' : undefined
}

function fail(problem: OrderProblem, of: HandedInAs): void {
  patch({ failure: { problem, of, at: Date.now() } })
}

function patch(change: Partial<ExcelOrder>): void {
  $excelOrder.set({ ...$excelOrder.get(), ...change })
}
