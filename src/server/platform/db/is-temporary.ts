const sqliteBusy = 5
/** PostgreSQL: serialization failure, deadlock, too many connections, shutting down, starting up. */
const postgresCodes = new Set([
  '40001',
  '40P01',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  'ECONNREFUSED',
  'ECONNRESET',
])

/** Messages of the driver for a broken or refused connection, which has no code. */
const brokenConnection =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|timeout e(?:xpired|xceeded when))/

/** Tells whether a database error is worth a retry: another writer, a deadlock, a restarting server. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (Reflect.get(error, 'errcode') === sqliteBusy) return true
  return postgresCodes.has(String(Reflect.get(error, 'code'))) || brokenConnection.test(error.message)
}
