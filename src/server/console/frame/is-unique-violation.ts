/** Whether a statement failed because a row of the same key exists. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '23505') || /unique/i.test(error.message)
}
