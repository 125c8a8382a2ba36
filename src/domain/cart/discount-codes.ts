/** Parses a discount code: letters, digits or dashes, at least 3 characters (spec section 5), in upper case. */
export function parseDiscountCode(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  return /^[\p{L}\d-]{3,64}$/u.test(code) ? code : undefined
}
