import { SqliteQueryCompiler, ValueNode, type LimitNode } from 'kysely'

/**
 * Writes the number of a LIMIT into the SQL instead of binding it: SQLite plans by that number, and where it is bound,
 * compiles the statement anew for each execution (decision 0183).
 */
export class PlannedLimitCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (!ValueNode.is(limit) || !Number.isSafeInteger(limit.value)) return super.visitLimit(node)
    this.append(`limit ${limit.value as number}`)
  }
}
