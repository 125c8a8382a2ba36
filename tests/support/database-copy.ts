import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import type { DatabaseLocation, OpenDatabase } from '../../src/server/platform/db/connect.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { writeFixtureShop } from './fixture-shop.ts'
import './provided-context.ts'

/** The content of a template: only the schema, or the fixture shop too. */
export type Content = 'empty' | 'fixture'

/** Fills a new database. */
export async function fill(open: OpenDatabase, content: Content): Promise<void> {
  await migrate(open)
  if (content === 'fixture') await writeFixtureShop(open)
}

/** A migrated, unopened database with a data folder. */
export type DatabaseCopy = {
  location: DatabaseLocation
  /** Environment variables that make a shop, started as a program or by `createShop`, use this database and folder. */
  env: { SHOP_DATA: string; DATABASE_URL?: string }
  drop(): Promise<void>
}

/** A new data folder within that of the run. */
export const newDataFolder = (): string => mkdtempSync(path.join(inject('runFolder'), 'shop-'))
