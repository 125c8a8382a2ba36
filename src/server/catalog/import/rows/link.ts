/** How a row names another product: by article number, or by product id. */
type Target = { sku: string } | { id: string }

/** Another product that a row names, which may stand further down in the feed or be in the shop already. */
export type Link = { column: string; text: string; target: Target } & (
  | { role: 'parent' }
  | { role: 'piece'; quantity: number }
  | { role: 'relation'; kind: 'accessory' | 'bundle' | 'alternative'; discount: number }
)

/** The rows of one product that none of them is; `names` is what it is called. */
export type Group = { key: string; column: string; names: { en: string; sv: string } | null }
