/** The values of a form that was refused, by the names of its fields. */
export type Typed = Readonly<Record<string, string>>

/** What is wrong with a field of a form that was refused. */
export function faultAt(name: string, typed: Typed | undefined): string | undefined {
  return typed?.[`fault:${name}`]
}

/** What a field shows, and what is stored, where both that and what was typed differ from what the form had shown. */
export type MergedField = { value: string; theirs?: string }

/** What was typed in the form of this action; undefined where another form, or none, was sent. */
export function typedIn(values: Typed, action: string): Typed | undefined {
  return values['action'] === action ? values : undefined
}

/**
 * Merges a field of a refused form with what is stored now, by what the form had shown (its field `was:<name>`): what
 * one of two people changed is taken, and where both did, what was typed stays beside the other's.
 */
export function mergeField(name: string, stored: string, typed: Typed | undefined): MergedField {
  const own = typed && (typed[name] ?? '')
  if (own === undefined) return { value: stored }
  const was = typed?.[`was:${name}`]
  // The form did not have the field: it belongs to an entry that somebody else has added meanwhile.
  if (was === undefined && typed?.[name] === undefined) return { value: stored }
  if (was === undefined || isSame(own, stored)) return { value: own }
  if (isSame(own, was)) return { value: stored }
  return isSame(was, stored) ? { value: own } : { value: own, theirs: stored }
}

/** Forms send line breaks as CRLF, and fields are stored without space around them. */
function isSame(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n').trim() === other.replaceAll('\r\n', '\n').trim()
}
