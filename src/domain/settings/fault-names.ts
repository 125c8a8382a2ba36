/** Names the place of a fault; entries of lists by their id, such as delivery.methods.home-se.days. */
export function nameAt(stored: unknown, path: readonly PropertyKey[]): string {
  const names: string[] = []
  let at = stored
  for (const key of path) {
    const below: unknown = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
    names.push((Array.isArray(at) && idOf(below)) || String(key))
    at = below
  }
  return names.join('.')
}

function idOf(item: unknown): string | undefined {
  const id: unknown = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined
  return typeof id === 'string' && /^[\w-]{1,40}$/.test(id) ? id : undefined
}
