import type { ContentPage } from './content-page.ts'
import type { GuidePage } from './guide-page.ts'
import type { HomePage } from './home-page.ts'
import type { LayoutContent } from './layout.ts'
import type { ProductPage } from './product-page.ts'

/** The body of a preview: the draft itself, or the page that contains it. */
export type PreviewBody =
  | { kind: 'page'; page: ContentPage }
  | { kind: 'guide'; page: GuidePage }
  | { kind: 'home'; page: HomePage }
  | { kind: 'product'; page: ProductPage }
  | { kind: 'widget'; html: string }

/** A draft in the shop's layout, for one language and VAT mode. */
export type PreviewPage = {
  name: string
  vat: 'inc' | 'ex'
  /** When the link expires, UTC ISO text. */
  until: string
  layout: LayoutContent
  body: PreviewBody
}
