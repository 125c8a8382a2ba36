import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import type { DatabaseLocation } from '../../src/server/db/connect.ts'
import './provided-context.ts'

/** A migrated database that nobody has opened yet, with a data folder beside it. */
export type DatabaseCopy = {
  location: DatabaseLocation
  /** The variables that make a shop, started as a program or by `createShop`, use this database and folder. */
  env: { SHOP_DATA: string; DATABASE_URL?: string }
  drop(): Promise<void>
}

/** A new data folder inside the run's. */
export const newDataFolder = (): string => mkdtempSync(path.join(inject('runFolder'), 'shop-'))
