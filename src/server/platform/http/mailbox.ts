import { domainToASCII } from 'node:url'

/** Signs before the @ that some providers ignore, by their first domain. */
const ignoredSigns: ReadonlyMap<string, RegExp> = new Map([
  ['gmail.com', /\./g],
  ['proton.me', /[._-]/g],
])

/** Further domains of providers at which a name is the same mailbox as at their first one. */
const firstDomains: ReadonlyMap<string, string> = new Map([
  ['googlemail.com', 'gmail.com'],
  ['protonmail.com', 'proton.me'],
  ['protonmail.ch', 'proton.me'],
  ['pm.me', 'proton.me'],
  ['me.com', 'icloud.com'],
  ['mac.com', 'icloud.com'],
  ['ya.ru', 'yandex.ru'],
  ['yandex.com', 'yandex.ru'],
  ['yandex.by', 'yandex.ru'],
  ['yandex.kz', 'yandex.ru'],
])

/** Providers at which `anything@name.domain` is the mailbox `name@domain`. */
const namesAsDomains = /^([^.@]+)\.(fastmail\.(?:com|fm))$/

/**
 * Returns the mailbox by which an e-mail address is counted in every limit. What stands after a plus leads to the same
 * mailbox, and so do signs that a provider ignores, its other domains, and a domain in letters or in its ASCII form. A
 * purpose and a space may stand before the address; somebody may have typed a part of it, so it stays as it is.
 */
export function mailboxOf(text: string): string {
  const begins = text.lastIndexOf(' ') + 1
  return text.slice(0, begins) + mailboxOfAddress(text.slice(begins))
}

function mailboxOfAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at === -1) return address.toLowerCase()
  const domain = domainOf(address.slice(at + 1))
  const [, owner, provider] = namesAsDomains.exec(domain) ?? []
  if (owner !== undefined && provider !== undefined) return `${owner}@${provider}`
  const [name = ''] = address.slice(0, at).normalize('NFC').toLowerCase().split('+', 1)
  const ignored = ignoredSigns.get(domain)
  return `${ignored ? name.replaceAll(ignored, '') : name}@${domain}`
}

function domainOf(typed: string): string {
  const domain = domainToASCII(typed) || typed.toLowerCase()
  return firstDomains.get(domain) ?? domain
}
