import { ShopSettings } from '../../server/platform/settings/shop-settings.ts'
import { withDatabase } from '../open-database.ts'
import { UserError } from './user/arguments.ts'
import { userCommands } from './user/commands.ts'
import { print, printError, printJsonText } from '../print.ts'

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
export async function run([name = '--help', ...args]: string[]): Promise<number> {
  if (name === '--help' || args.includes('--help')) {
    print(usage)
    return 0
  }
  const command = Object.hasOwn(userCommands, name) ? userCommands[name] : undefined
  if (!command)
    return refuse(`There is no command "user ${name}". The commands are ${Object.keys(userCommands).join(', ')}.`)
  return withDatabase(async (open) => {
    try {
      const say = args.includes('--json') ? printJsonText : print
      for (const line of await command(
        { ...open, settings: await ShopSettings.open(open.db), now: () => new Date() },
        args,
      ))
        say(line)
      return 0
    } catch (error) {
      if (error instanceof UserError || isArgumentError(error)) return refuse(error.message)
      throw error
    }
  })
}

function refuse(sentence: string): number {
  printError(`${sentence} (--help says more.)`)
  return 2
}

function isArgumentError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
