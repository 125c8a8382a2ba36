const special: Record<string, string> = { å: 'a', ä: 'a', ö: 'o', æ: 'ae', ø: 'o', ß: 'ss', đ: 'd', ł: 'l', þ: 'th' }

/** Converts text to a URL segment: lower-case ASCII letters, digits and single hyphens, at most 90 characters. */
export function slugify(text: string): string {
  const ascii = text
    .toLowerCase()
    .replace(/[åäöæøßđłþ]/g, (letter) => special[letter] ?? '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
  return ascii
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 90)
    .replace(/-+$/, '')
}
