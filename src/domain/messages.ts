/** A banner message of so many characters or fewer is not shown (spec section 5). */
const longestUnshown = 20

/** Whether the message of the deal banner is shown: only if longer than 20 characters (spec section 5). */
export function showsBannerMessage(message: string): boolean {
  return plainText(message).length > longestUnshown
}

/** Whether a store message is shown: when it is not hidden (spec section 5), and there is something to read in it. */
export function showsStoreMessage({ content, hidden }: { content: string; hidden: boolean }): boolean {
  return !hidden && plainText(content) !== ''
}

/** What people read of HTML. */
export function plainText(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}
