/** Normalizes a part number for comparison: upper case, without spaces, hyphens, dots, slashes and underscores. */
export function normalizePartNumber(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-.\u2010-\u2015/_]+/g, '')
    .normalize('NFKC')
}

/** Tells whether a word may be (part of) a part number: at least 3 characters, with a digit. */
export function looksLikePartNumber(text: string): boolean {
  const normalized = normalizePartNumber(text)
  return normalized.length >= 3 && /\d/.test(normalized) && /^[A-Z0-9+#]+$/.test(normalized)
}
