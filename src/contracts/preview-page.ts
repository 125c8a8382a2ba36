import type { ContentPage } from './content-page.ts'
import type { HomePage } from './home-page.ts'
import type { LayoutContent } from './layout.ts'
import type { ProductPage } from './product-page.ts'

/** What stands in the middle of a preview: the draft itself, or the page that it is a part of. */
export type PreviewBody =
  | { kind: 'page'; page: ContentPage }
  | { kind: 'home'; page: HomePage }
  | { kind: 'product'; page: ProductPage }
  | { kind: 'widget'; html: string }

/** A draft in the shop's frame, for one language and VAT mode (design, "Content and preview"). */
export type PreviewPage = {
  name: string
  vat: 'inc' | 'ex'
  /** When the link ends, UTC ISO text. */
  until: string
  layout: LayoutContent
  body: PreviewBody
}
