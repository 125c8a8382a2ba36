import { type ChildProcess, fork } from 'node:child_process'

/** A command of an operator, with the environment of its shop. */
export type CommandRequest = { env: NodeJS.ProcessEnv; args: readonly string[] }
export type CommandResult = { exitCode: number; output: string; errors: string }

let child: ChildProcess | undefined
let last: Promise<unknown> = Promise.resolve()
let waiting: PromiseWithResolvers<CommandResult> | undefined

/**
 * Runs a command of an operator for the shop of this environment. All commands of this process, of every shop, run one
 * after the other in one process that the first starts and that ends with this one.
 * @returns what the command prints; rejects with its errors when it fails.
 */
export function runCommand(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  const result = last.then(() => ask({ env, args }))
  last = result.catch(() => undefined)
  return result
}

async function ask(command: CommandRequest): Promise<string> {
  waiting = Promise.withResolvers()
  child ??= start(command.env)
  // It keeps this process running only while an answer is awaited.
  child.channel?.ref()
  child.send(command)
  const { exitCode, output, errors } = await waiting.promise.finally(() => child?.channel?.unref())
  if (exitCode !== 0) throw new Error(errors)
  return output
}

function start(env: NodeJS.ProcessEnv): ChildProcess {
  const started = fork(new URL('./command-process.ts', import.meta.url), { env, execArgv: [] })
  started.unref()
  started.on('message', (result: CommandResult) => waiting?.resolve(result))
  started.once('exit', (code) => {
    child = undefined
    waiting?.reject(new Error(`The process of the commands ended with ${code}.`))
  })
  return started
}
