/** What was found, each with the screen that it leads to. */
export type FindPage = {
  query: string
  groups: readonly { name: FindGroup; hits: readonly FindHit[] }[]
}
/** `payments` are invoices, `quotes` also requests for parts. */
type FindGroup = 'orders' | 'returns' | 'payments' | 'quotes' | 'customers' | 'products'
export type FindHit = { title: string; detail: string; address: string }
