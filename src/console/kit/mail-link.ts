/**
 * A link that begins a mail to an address. What shoppers write before the @ may have a question mark, after which
 * programs for mail read further recipients: it is encoded (RFC 6068).
 */
export function mailLink(email: string, about?: { subject: string; body: string }): string {
  const address = `mailto:${email.split('@').map(encodeURIComponent).join('@')}`
  if (!about) return address
  const { subject, body } = about
  return `${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
