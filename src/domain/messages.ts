/** Banner messages up to this length are hidden (spec section 5). */
const maxHiddenLength = 20

/** Tells whether the deal banner shows its message: only when longer than 20 characters (spec section 5). */
export function showsBannerMessage(message: string): boolean {
  return plainText(message).length > maxHiddenLength
}

/** Tells whether a store message is shown: when it is not hidden (spec section 5) and not empty. */
export function showsStoreMessage({ content, hidden }: { content: string; hidden: boolean }): boolean {
  return !hidden && plainText(content) !== ''
}

/** The readable text of HTML. */
export function plainText(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}
