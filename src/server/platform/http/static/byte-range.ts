/** First and last byte, both included. */
export type ByteRange = {
  readonly start: number
  readonly end: number
}

/**
 * Parses a single range of the Range header; undefined when there is none to apply, 'unsatisfiable' when it is outside
 * the file.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  const [, first = '', last = ''] = match ?? []
  if (match === null || (first === '' && last === '')) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end ? { start, end } : 'unsatisfiable'
}
