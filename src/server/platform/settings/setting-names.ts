export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** Returns every setting below a value with its name; lists are values of their own. */
export function leavesOf(value: Json, name = ''): [name: string, value: Json][] {
  if (!isObject(value)) return [[name, value]]
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, name === '' ? key : `${name}.${key}`))
}

/** Returns what a name stands for: one setting, or all below it; undefined when there is none. */
export function valueAt(value: Json, path: readonly string[]): Json | undefined {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
  const next = value[key]
  return next === undefined ? undefined : valueAt(next, rest)
}

/** Returns a copy with the value at a path; everything besides stays. */
export function withValue(whole: Json, path: readonly string[], value: Json): Json {
  const [key, ...rest] = path
  if (key === undefined) return value
  const object = isObject(whole) ? whole : {}
  const below = Object.hasOwn(object, key) ? object[key] : undefined
  return Object.fromEntries([...Object.entries(object), [key, withValue(below ?? {}, rest, value)]])
}

function isObject(value: Json): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
