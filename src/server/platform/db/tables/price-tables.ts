import type { CurrencyCode } from '../../../../domain/money/currencies.ts'

/**
 * `preparing`: its rows are computed; `ready`: somebody looks at them; `running` and `undoing`: the job works at it.
 */
export type PriceChangeState = 'preparing' | 'ready' | 'running' | 'done' | 'undoing' | 'undone'

/**
 * `skipped`: the rule gives no other price; `refused`: the product was changed before its turn came; `kept`: it was
 * changed after it, so that undoing left it alone.
 */
export type PriceRowState = 'waiting' | 'skipped' | 'done' | 'refused' | 'undone' | 'kept'

/**
 * Prices that were agreed with customers and organizations. Amounts are net: minor units of the list's currency,
 * without VAT.
 */
type PriceListTables = {
  /**
   * `ends_at` is 9999-12-31 for a list without an end. `version` counts its changes. `rows_id` is what its rows have in
   * `list_id`; null for the list's own id.
   */
  price_lists: {
    id: string
    name: string
    currency: CurrencyCode
    starts_at: string
    ends_at: string
    version: number
    row_count: number
    actor: string
    created_at: string
    changed_at: string
    rows_id: string | null
  }
  /** Whom a list is for; `buyer_id` is a customer or an organization. */
  price_list_buyers: { list_id: string; kind: 'customer' | 'organization'; buyer_id: string }
  price_list_rows: { list_id: string; product_id: string; min_quantity: number; amount: number }
  /**
   * The changes of a list's rows; `undoes` is the version that a change takes back, `kept` the rows that it left.
   * `rows_id` is what its rows have in `list_id`; null for the list's own id.
   */
  price_list_changes: {
    list_id: string
    version: number
    actor: string
    created_at: string
    changed: number
    kept: number
    undoes: number | null
    rows_id: string | null
  }
  /** Lists that were deleted and whose rows are kept for a while; their terms are in the audit log. */
  removed_price_lists: { id: string; rows_id: string; version: number; created_at: string }
  /**
   * Rows of lists, or of their changes, that are not in use: being written since then, or, with '', to be deleted. Rows
   * of a list that was deleted are kept until ten minutes after that moment.
   */
  price_list_leftovers: { rows_id: string; part: 'rows' | 'history'; since: string }
  /** What a change did; null where there was, or is, no price. */
  price_list_changed_rows: {
    list_id: string
    version: number
    product_id: string
    min_quantity: number
    before: number | null
    after: number | null
  }
}

/** How prices are changed by rules, and what was agreed with buyers. */
export type PriceRuleTables = PriceListTables & {
  /** JSON: by which products and rule the prices of a campaign of the console were computed. */
  campaign_rules: {
    campaign_id: string
    choice: string
    rule: string
    ending: string
    actor: string
    created_at: string
  }
  /**
   * A change of many prices. `last_id` is the product up to which rows are prepared, `cursor` the position up to which
   * rows have been changed or, from the end, undone. `changed`, `refused`, `undone` and `kept` count rows.
   */
  price_changes: {
    id: string
    state: PriceChangeState
    choice: string
    rule: string
    ending: string
    staff_id: string | null
    actor: string
    created_at: string
    started_at: string | null
    ended_at: string | null
    undone_at: string | null
    last_id: string
    cursor: number
    total: number
    changed: number
    refused: number
    undone: number
    kept: number
  }
  /**
   * A product of a change. `before` and `after` are its price in the shop's own currency, `cost` what it costs without
   * VAT; `prices` is JSON: every price that changes, with its currency and quantity.
   */
  price_change_rows: {
    change_id: string
    position: number
    product_id: string
    sku: string
    state: PriceRowState
    reason: string
    before: number | null
    after: number | null
    cost: number | null
    vat_rate: number
    prices: string
  }
}
