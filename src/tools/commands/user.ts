import { ShopSettings } from '../../server/platform/settings/shop-settings.ts'
import { runNamed } from '../operator-command.ts'
import { print, printJsonText } from '../print.ts'
import { UserError } from './user/arguments.ts'
import { userCommands } from './user/commands.ts'

const usage = `Usage: npm run shop -- user <command> [options]

Accounts of customers. Works while the shop runs; changes take effect at once, also for users who are signed in.

  list                          all accounts with scopes and organization
  create EMAIL --name NAME      creates an account and prints a one-time sign-in link to set a password
      --lang en|sv --country CODE --currency CODE
  reset EMAIL                   signs the customer out everywhere and prints such a link
  scopes EMAIL [SCOPE …]        sets the scopes; none closes the account ("customer" is an ordinary account)
  discounts EMAIL [CATEGORY=PERCENT …]
                                sets the personal discounts by discount category
  organization EMAIL NUMBER     adds the customer to the organization with this id or registration number
      --role buyer|admin          default buyer
      --name NAME                 creates the organization with this name
  organization EMAIL --leave    removes the customer from the organization

  --json                        output for programs
  --help                        shows this text`

/** The `user` command of `npm run shop`. */
export function run(args: string[]): Promise<number> {
  return runNamed({ name: 'user', usage, commands: userCommands }, args, {
    carryOut: async (command, open, rest) => {
      const say = rest.includes('--json') ? printJsonText : print
      const settings = await ShopSettings.open(open.db)
      for (const line of await command({ ...open, settings, now: () => new Date() }, rest)) say(line)
    },
    codeOf: (error) => (error instanceof UserError ? 2 : undefined),
  })
}
