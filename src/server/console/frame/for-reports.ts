import type { ConsoleContext } from './console-context.ts'

/**
 * The same context with a shop that reads from the database of reports (platform/db/connect.ts): for what may take
 * long in a large shop, and must not keep shoppers waiting. It writes nothing.
 */
export function forReports(context: ConsoleContext): ConsoleContext {
  const { shop } = context
  return { ...context, shop: { ...shop, db: shop.reportDb } }
}
