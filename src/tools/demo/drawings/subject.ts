/** Facts of a part by attribute id, and what else decides how it looks (`plug`, `colour`, `cord` …). */
export type DrawnFacts = Readonly<Record<string, string | number | undefined>>

/** What a drawing shows: the part's own number, its facts, and a number from 0 to 5 for what the facts leave open. */
export type Subject = { number: string; facts: DrawnFacts; variant: number }

/** Draws one kind of part. */
export type Draw = (subject: Subject) => string

/** A fact as a number; `otherwise` when it is missing or no number. */
export function amount(facts: DrawnFacts, id: string, otherwise: number): number {
  const value = Number(facts[id])
  return Number.isFinite(value) && facts[id] !== undefined ? value : otherwise
}

/** A fact with its unit; empty when it is missing, since a drawing says no figure that is not a fact of its part. */
export function measured(facts: DrawnFacts, id: string, unit: string): string {
  return facts[id] === undefined || facts[id] === '' ? '' : `${facts[id]}${unit}`
}

/** A fact as text; empty when it is missing. */
export function factText(facts: DrawnFacts, id: string): string {
  return String(facts[id] ?? '')
}
