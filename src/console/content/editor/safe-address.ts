const allowed = /^(?![/\\]{2})(?:https?:|mailto:|tel:|[^:]*(?:[/?#{]|$))/i

/**
 * Whether a link may lead to an address, as the server decides when it saves: to a page of the shop or elsewhere, a
 * mail or a telephone, never to a program. Spaces and control characters do not hide what it is.
 */
export function isSafeAddress(address: string): boolean {
  return allowed.test(address.replaceAll(/[\p{Cc}\s]/gu, ''))
}
