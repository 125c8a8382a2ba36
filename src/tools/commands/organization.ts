import { withDatabase } from '../open-database.ts'
import { OrganizationError, organizationCommands } from './organization/commands.ts'
import { print, printError, printJsonText } from '../print.ts'

const usage = `Usage: npm run shop -- organization <command> [options]

Organizations and their credit; "user organization" creates them and adds members. Works while the shop runs.

  list                          all organizations with members, credit limit and unpaid amount
  credit NUMBER AMOUNT          credit limit for unpaid invoices in the base currency; 0 disables payment by invoice
  discounts NUMBER [CATEGORY=PERCENT …]
                                sets the discounts of all members by discount category
  paid ORDER …                  marks the invoices of these orders as paid

  --json                        output for programs
  --help                        shows this text`

/** The `organization` command of `npm run shop`. */
export async function run([name = '--help', ...args]: string[]): Promise<number> {
  if (name === '--help' || args.includes('--help')) {
    print(usage)
    return 0
  }
  const command = Object.hasOwn(organizationCommands, name) ? organizationCommands[name] : undefined
  if (!command)
    return refuse(
      `There is no command "organization ${name}". The commands are ${Object.keys(organizationCommands).join(', ')}.`,
    )
  return withDatabase(async ({ db }) => {
    try {
      const isJson = args.includes('--json')
      const say = args.includes('--json') ? printJsonText : print
      for (const line of await command(
        { db, now: () => new Date(), isJson },
        args.filter((arg) => arg !== '--json'),
      ))
        say(line)
      return 0
    } catch (error) {
      if (error instanceof OrganizationError) return refuse(error.message)
      throw error
    }
  })
}

function refuse(sentence: string): number {
  printError(`${sentence} (--help says more.)`)
  return 2
}
