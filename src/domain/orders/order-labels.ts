/** Longest label, in characters. */
const maxLabelLength = 30
/** An order has at most so many labels. */
export const maxLabels = 10

/**
 * Reads labels as somebody types them, with commas between: each without white space around it or twice inside it, and
 * once, as it was written first. Undefined if there is none, or one that is too long or has control characters.
 */
export function readLabels(typed: string): string[] | undefined {
  const labels = typed
    .normalize('NFC')
    .split(',')
    .map((each) => each.trim().replace(/\s+/gu, ' '))
    .filter((each) => each !== '')
  if (labels.length === 0 || labels.some((each) => each.length > maxLabelLength || /[\p{Cc}\p{Cf}]/u.test(each)))
    return undefined
  return labels.filter((each, at) => labels.findIndex((other) => labelKey(other) === labelKey(each)) === at)
}

/** By which a label is known: `VIP` and `vip` are the same one. */
export function labelKey(label: string): string {
  return label.normalize('NFC').toLowerCase()
}
