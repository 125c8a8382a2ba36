/** Domains whose mailboxes ignore dots before the @. */
const withoutDots = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns the mailbox by which an e-mail address is counted in every limit: what stands after a plus leads to the same
 * mailbox, and so do dots at some providers. A purpose and a space may stand before the address; somebody may have
 * typed a part of it, so it stays as it is.
 */
export function mailboxOf(text: string): string {
  const begins = text.lastIndexOf(' ') + 1
  return text.slice(0, begins) + mailboxOfAddress(text.slice(begins))
}

function mailboxOfAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at === -1) return address.toLowerCase()
  const domain = address.slice(at + 1).toLowerCase()
  const [name = ''] = address.slice(0, at).toLowerCase().split('+', 1)
  return `${withoutDots.has(domain) ? name.replaceAll('.', '') : name}@${domain}`
}
