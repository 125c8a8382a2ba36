/** What was found, each with the screen that it leads to. */
export type FindPage = {
  query: string
  groups: readonly { name: 'orders' | 'customers' | 'products'; hits: readonly FindHit[] }[]
}
export type FindHit = { title: string; detail: string; address: string }
