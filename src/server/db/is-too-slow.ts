const queryCanceled = '57014'

/** Whether PostgreSQL gave a statement up because it ran longer than a shopper is to wait. */
export function isTooSlow(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === queryCanceled
}
