import type { Category } from './product-categories.ts'
import type { CurrentDealAnswer } from './current-deal.ts'
import type { WidgetAnswer } from './widget-by-slug.ts'

export const layoutWidgets = ['footer-columns', 'store-message', 'store-message-footer', 'store-menu', 'cart-header',
  'cart-footer', 'cookie-alert'] as const
export type LayoutWidget = (typeof layoutWidgets)[number]

/** What every page's frame shows, the same for everybody in one language. */
export type LayoutContent = {
  menu: (Category & { children: Category[] })[]
  widgets: Record<LayoutWidget, WidgetAnswer>
  deal: CurrentDealAnswer | null
  /** Ways to pay that the checkout offers. */
  payments: string[]
}

const absent: WidgetAnswer = { content: '', hidden: true }

/** A frame that holds nothing of the shop's. */
export const bareLayout: LayoutContent = {
  menu: [], deal: null, payments: [], widgets: Object.fromEntries(layoutWidgets.map((slug) => [slug, absent])) as LayoutContent['widgets'],
}
