import { withDatabase } from './open-database.ts'
import { UserError } from './user/arguments.ts'
import { userCommands } from './user/commands.ts'
import { print, printError, printJsonText } from './print.ts'

const usage = `Usage: npm run shop -- user <command> [options]

Accounts of customers. It works while the shop runs; what changes counts at once, for those who are signed in too.

  list                          every account with its scopes and organization
  create EMAIL --name NAME      makes an account and prints a link that signs in once, to choose a password
      --lang en|sv --country CODE --currency CODE
  reset EMAIL                   signs the customer out everywhere and prints such a link
  scopes EMAIL [SCOPE …]        sets what the account may do; none at all closes it ("customer" is an ordinary account)
  discounts EMAIL [CATEGORY=PERCENT …]
                                sets the personal discounts by discount category
  organization EMAIL NUMBER     makes the customer a member of the organization with this id or registration number
      --role buyer|admin          buyer unless told
      --name NAME                 of an organization that is made by this
  organization EMAIL --leave    takes the customer out of it

  --json                        for programs
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
      for (const line of await command({ ...open, now: () => new Date() }, args)) say(line)
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
