/** What a link in a text can lead to: a part, a category, or a page of the shop. */
export type ContentTarget = {
  readonly kind: 'product' | 'category' | 'page' | 'guide'
  /** How it is called in the language of the text. */
  readonly title: string
  /** What distinguishes it from others of the same name, such as an article number. */
  readonly detail: string
  /** Its path in the shop. */
  readonly href: string
}

export type ContentTargetsPage = { readonly targets: readonly ContentTarget[] }
