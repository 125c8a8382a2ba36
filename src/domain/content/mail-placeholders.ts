/** A placeholder of a mail's text: `{{number}}`, also with space inside the braces. */
const placeholder = /\{\{\s*(\w+)\s*\}\}/g

/** Writes placeholders as the shop's own texts have them, without space inside the braces. */
export function tidyPlaceholders(text: string): string {
  return text.replace(placeholder, '{{$1}}')
}

/** The names of the placeholders of a text, each once. */
export function findPlaceholders(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))]
}

/**
 * What of a text looks like a placeholder that the mail has no value for: an unknown name, a name in single braces, or
 * braces that are not closed. Undefined where there is nothing of the kind.
 */
export function wrongPlaceholder(text: string, known: readonly string[]): string | undefined {
  const unknown = findPlaceholders(text).find((name) => !known.includes(name))
  if (unknown !== undefined) return `{{${unknown}}}`
  const rest = text.replace(placeholder, '')
  const single = [...rest.matchAll(/\{\s*(\w+)\s*\}/g)].find(([, name = '']) => known.includes(name))
  return (single ?? /\{\{[^{}]{0,30}|[^{}]{0,30}\}\}/.exec(rest))?.[0]
}

/** The placeholders of the shop's own text that a text does not have. */
export function missingPlaceholders(text: string, original: string): string[] {
  const has = findPlaceholders(text)
  return findPlaceholders(original).filter((name) => !has.includes(name))
}
