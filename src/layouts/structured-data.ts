import type { Crumb } from '../contracts/catalog-pages/product-lists.ts'
import { plainText } from '../domain/messages.ts'

/** Something in the words of schema.org. */
export type StructuredData = Record<string, unknown>

/** Breadcrumbs in the words of schema.org. */
export function breadcrumbData(crumbs: readonly Crumb[], origin: string): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: origin + path,
    })),
  }
}

/** JSON for a script element, escaped so that no tag can end it. */
export function escapedForScript(data: StructuredData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/** A description for search engines: plain text, cut at a word. */
export function metaDescription(text: string, maxLength = 155): string {
  const plain = plainText(text)
  return plain.length <= maxLength ? plain : `${plain.slice(0, maxLength).replace(/\s+\S*$/, '')}…`
}
