import type { CurrentDealAnswer } from '../calls/current-deal.ts'
import type { Category } from '../calls/product-categories.ts'
import type { WidgetAnswer } from '../calls/widget-by-slug.ts'

export const layoutWidgets = [
  'footer-columns',
  'store-message',
  'store-message-footer',
  'store-menu',
  'cart-header',
  'cart-footer',
  'cookie-alert',
] as const
type LayoutWidget = (typeof layoutWidgets)[number]

/**
 * A deal with its price and the lowest price of the 30 days before, in major units, with the VAT rate in percent; null
 * when not reduced.
 */
export type LayoutDeal = CurrentDealAnswer & { reduced: { price: number; lowest: number; vat: number } | null }

/** The layout data of every page; identical for the same language, currency and country. */
export type LayoutContent = {
  menu: (Category & { children: Category[] })[]
  widgets: Record<LayoutWidget, WidgetAnswer>
  deal: LayoutDeal | null
  /** Payment methods that the checkout offers, and those of them that only organizations, or no guests, may use. */
  payments: string[]
  organizationPayments: string[]
  accountPayments: string[]
}

const absent: WidgetAnswer = { content: '', hidden: true }

/** An empty layout. */
export const bareLayout: LayoutContent = {
  menu: [],
  deal: null,
  payments: [],
  organizationPayments: [],
  accountPayments: [],
  widgets: Object.fromEntries(layoutWidgets.map((slug) => [slug, absent])) as LayoutContent['widgets'],
}
