/**
 * Runs `npm run shop -- order …`, `content …`, `settings …` and `staff …` for the process that forked this one, one
 * command after the other, each with the environment of its shop. A process per command needs a second to start. Forked
 * by `runCommand`.
 */
import { run as content } from '../../src/tools/commands/content.ts'
import { run as order } from '../../src/tools/commands/order.ts'
import { run as settings } from '../../src/tools/commands/settings.ts'
import { run as staff } from '../../src/tools/commands/staff.ts'
import type { CommandRequest, CommandResult } from './run-command.ts'

const commands: Record<string, (args: string[]) => Promise<number>> = { content, order, settings, staff }

async function carryOut({ env, args: [name = '', ...args] }: CommandRequest): Promise<CommandResult> {
  for (const variable of Object.keys(process.env)) if (!(variable in env)) Reflect.deleteProperty(process.env, variable)
  Object.assign(process.env, env)
  const printed = { output: [] as string[], errors: [] as string[] }
  console.log = (text: string) => printed.output.push(text)
  console.error = (text: string) => printed.errors.push(text)
  const exitCode = await commands[name]?.(args).catch((error: unknown) => {
    printed.errors.push(String(error))
    return 1
  })
  return { exitCode: exitCode ?? 2, output: printed.output.join('\n'), errors: printed.errors.join('\n') }
}

let last: Promise<unknown> = Promise.resolve()
process.on('message', (command: CommandRequest) => {
  last = last.then(async () => process.send?.(await carryOut(command)))
})
