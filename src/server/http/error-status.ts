import { isTemporary } from '../db/is-temporary.ts'

/**
 * The status that a thrown value asks for: its status code, its status, or its response's status (spec section 8); 503
 * while the database is busy, 500 for everything else.
 */
export function errorStatus(thrown: unknown): number {
  const asked = [field(thrown, 'statusCode'), field(thrown, 'status'), field(field(thrown, 'response'), 'status')]
  const status = asked.find((each) => typeof each === 'number' && Number.isInteger(each) && each >= 400 && each <= 599)
  return typeof status === 'number' ? status : isTemporary(thrown) ? 503 : 500
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
