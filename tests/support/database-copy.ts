import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import type { DatabaseLocation, OpenDatabase } from '../../src/server/platform/db/connect.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { writeFixtureShop } from './fixture-shop.ts'
import './provided-context.ts'

/** What a template holds: the schema alone, or the fixture shop too. */
export type Content = 'empty' | 'fixture'

/** Brings a new database to its content. */
export async function fill(open: OpenDatabase, content: Content): Promise<void> {
  await migrate(open)
  if (content === 'fixture') await writeFixtureShop(open)
}

/** A migrated database that nobody has opened yet, with a data folder beside it. */
export type DatabaseCopy = {
  location: DatabaseLocation
  /** The variables that make a shop, started as a program or by `createShop`, use this database and folder. */
  env: { SHOP_DATA: string; DATABASE_URL?: string }
  drop(): Promise<void>
}

/** A new data folder inside the run's. */
export const newDataFolder = (): string => mkdtempSync(path.join(inject('runFolder'), 'shop-'))
