import type { Desk } from './desk.ts'

/**
 * The same desk, which reads from the database of reports (platform/db/connect.ts): for what may take long in a large
 * shop, and must not keep shoppers waiting. It writes nothing.
 */
export function forReports(desk: Desk): Desk {
  const { shop } = desk
  return { ...desk, shop: { ...shop, db: shop.reportDb } }
}
