export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type JsonObject = { [name: string]: Json }

/**
 * Returns every setting below a value with its name. Lists are values of their own, except those of entries with an id:
 * such a list is the ids in their order, and the settings of each entry.
 */
export function leavesOf(value: Json, name = ''): [name: string, value: Json][] {
  const below = (key: string): string => (name === '' ? key : `${name}.${key}`)
  if (isObject(value)) return Object.entries(value).flatMap(([key, each]) => leavesOf(each, below(key)))
  const entries = namedEntries(value)
  if (!entries) return [[name, value]]
  return [[name, entries.map(({ id }) => id)], ...entries.flatMap(({ id, ...rest }) => leavesOf(rest, below(id)))]
}

/** Returns what a name stands for: one setting, or all below it; undefined when there is none. */
export function valueAt(value: Json, path: readonly string[]): Json | undefined {
  const [key, ...rest] = path
  if (key === undefined) return value
  const next = Array.isArray(value) ? value[placeIn(value, key)] : ownOf(value, key)
  return next === undefined ? undefined : valueAt(next, rest)
}

/** Returns a copy with the value at a path; everything besides stays. Without a value what is there is removed. */
export function withValue(whole: Json, path: readonly string[], value: Json | undefined): Json {
  const [key = '', ...rest] = path
  if (path.length === 0) return value ?? {}
  if (Array.isArray(whole)) return withEntry(whole, key, (entry) => changed(entry, rest, value))
  const object = isObject(whole) ? whole : {}
  const next = changed(ownOf(object, key) ?? {}, rest, value)
  const others = Object.entries(object).filter(([each]) => next !== undefined || each !== key)
  return Object.fromEntries([...others, ...(next === undefined ? [] : [[key, next] as const])])
}

function changed(below: Json, rest: readonly string[], value: Json | undefined): Json | undefined {
  return rest.length === 0 ? value : withValue(below, rest, value)
}

/** Changes the entry of a list that a key names: by its id, or by its place from 0. A new id is appended. */
function withEntry(list: readonly Json[], key: string, change: (entry: Json) => Json | undefined): Json[] {
  const at = placeIn(list, key)
  const isNew = at === -1
  const next = change(isNew ? {} : (list[at] ?? {}))
  if (next === undefined) return list.filter((_, place) => place !== at)
  const named = isObject(next) && !/^\d+$/.test(key) ? { id: key, ...next } : next
  return isNew ? [...list, named] : list.map((entry, place) => (place === at ? named : entry))
}

function placeIn(list: readonly Json[], key: string): number {
  const named = list.findIndex((entry) => isObject(entry) && entry['id'] === key)
  return named === -1 && /^\d{1,4}$/.test(key) && Number(key) < list.length ? Number(key) : named
}

function namedEntries(value: Json): (JsonObject & { id: string })[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const entries = value.filter(
    (entry): entry is JsonObject & { id: string } => isObject(entry) && typeof entry['id'] === 'string',
  )
  const ids = new Set(entries.map(({ id }) => id))
  return ids.size === value.length ? entries : undefined
}

function ownOf(value: Json, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
