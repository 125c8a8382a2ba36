/** Tells whether prefetching is allowed: not with data saver or on 2g (spec section 9). */
export function mayFetchAhead(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  if (typeof connection !== 'object' || connection === null) return true
  return (
    Reflect.get(connection, 'saveData') !== true && !String(Reflect.get(connection, 'effectiveType')).includes('2g')
  )
}
