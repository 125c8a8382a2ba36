import { runNamed } from '../operator-command.ts'
import { print, printJsonText } from '../print.ts'
import { OrganizationError, organizationCommands } from './organization/commands.ts'

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
export function run(args: string[]): Promise<number> {
  return runNamed({ name: 'organization', usage, commands: organizationCommands }, args, {
    carryOut: async (command, { db }, rest) => {
      const isJson = rest.includes('--json')
      const words = rest.filter((arg) => arg !== '--json')
      for (const line of await command({ db, now: () => new Date(), isJson }, words))
        (isJson ? printJsonText : print)(line)
    },
    codeOf: (error) => (error instanceof OrganizationError ? 2 : undefined),
  })
}
