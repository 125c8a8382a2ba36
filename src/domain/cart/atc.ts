/** Maximum quantity of a line (spec section 9). */
const maxQuantity = 5000

export type AtcItem = { sku: string; quantity: number }

/**
 * Parses the `atc` query value: base64 of `sku:quantity` pairs separated by semicolons (spec section 4). Invalid pairs
 * are skipped, quantities above 5,000 become 5,000, and invalid base64 gives an empty list.
 */
export function parseAtc(value: string): AtcItem[] {
  return decodeBase64(value)
    .split(';')
    .flatMap((pair) => {
      const at = pair.lastIndexOf(':')
      const sku = pair.slice(0, Math.max(at, 0)).trim()
      const digits = pair.slice(at + 1).trim()
      const quantity = /^\d+$/.test(digits) ? Math.min(Number(digits), maxQuantity) : 0
      return sku && quantity > 0 ? [{ sku, quantity }] : []
    })
}

/** Writes items as the parameter `atc` of a link: `sku:quantity`, joined by semicolons, in base64. */
export function formatAtc(items: readonly AtcItem[]): string {
  const text = items.map((item) => `${item.sku}:${item.quantity}`).join(';')
  return btoa(isAscii.test(text) ? text : String.fromCharCode(...new TextEncoder().encode(text)))
}

/** Most SKUs are ASCII, which needs no encoding as UTF-8; lists encode one for each card. */
const isAscii = /^[ -~]*$/

/** Accepts standard and URL-safe base64, and a `+` that a query string decoded as a space. */
function decodeBase64(value: string): string {
  try {
    const binary = atob(value.trim().replace(/[ -]/g, '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
  } catch {
    return ''
  }
}
