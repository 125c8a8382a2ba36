/** What the values of an attribute are: any text, a number, or yes and no. */
export const attributeKinds = ['text', 'number', 'yes_no'] as const
export type AttributeKind = (typeof attributeKinds)[number]

/** Whether a stored value is one of a kind; numbers are stored with a point. */
export function fitsKind(value: string, kind: AttributeKind): boolean {
  if (kind === 'number') return /^-?\d{1,15}(?:\.\d{1,10})?$/.test(value)
  return kind === 'text' || value === 'yes' || value === 'no'
}
