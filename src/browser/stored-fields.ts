/**
 * Readers of what a browser has stored, which anybody may have changed. Written by hand, because they run on every page
 * and a validator would be heavier.
 */

/** A field of an object of its own; undefined where there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

/** Whether a value is a text of at least one and at most `longest` characters. */
export function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength
}

/** Whether a value is a path of this shop: what is stored must never lead elsewhere. */
export function isPath(value: unknown, maxLength: number): value is string {
  return isText(value, maxLength) && /^\/(?![/\\])/.test(value)
}
