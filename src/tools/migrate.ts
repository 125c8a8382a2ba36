import { withDatabase } from './open-database.ts'
import { print } from './print.ts'

const usage = `Usage: npm run shop -- migrate

Migrates the database of SHOP_DATA, or of DATABASE_URL, to the newest schema. Can be run at any time.`

export async function run(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    print(usage)
    return 0
  }
  return withDatabase(async ({ migrated }) => {
    print(migrated.length === 0 ? 'The database has the newest schema.' : `Migrated: ${migrated.join(', ')}.`)
    return 0
  })
}
