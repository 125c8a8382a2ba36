import type { DatabaseKind } from '../../platform/db/connect.ts'
import type { SearchEngine } from './engine.ts'
import { postgresEngine } from './postgres-engine.ts'
import { sqliteEngine } from './sqlite-engine.ts'

export function engineOf(kind: DatabaseKind): SearchEngine {
  return kind === 'sqlite' ? sqliteEngine : postgresEngine
}
