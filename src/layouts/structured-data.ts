import type { Crumb } from '../contracts/product-lists.ts'

/** Breadcrumbs in the words of schema.org. */
export function breadcrumbData(crumbs: readonly Crumb[], origin: string): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, at) => ({ '@type': 'ListItem', position: at + 1, name, item: origin + path })),
  }
}

/** JSON that can stand in a script element: no tag can end it. */
export function inScript(data: Record<string, unknown>): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/** A description for search engines: plain text, cut at a word. */
export function metaDescription(text: string, longest = 155): string {
  const plain = text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim()
  return plain.length <= longest ? plain : `${plain.slice(0, longest).replace(/\s+\S*$/, '')}…`
}
