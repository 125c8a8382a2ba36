const harmless = new Set(['done', 'column'])

/** Tells whether a list's address shows its newest rows: without filters, another order or a later page. */
export function isWholeList({ searchParams }: URL): boolean {
  return [...searchParams].every(([name, value]) => harmless.has(name) || value === '')
}
