import { type ChildProcess, fork } from 'node:child_process'

export type CommandResult = { exitCode: number; output: string; errors: string }

/** One process for all commands of an operator, started by the first; they run one after the other. */
export class KeptCommands {
  readonly #env: NodeJS.ProcessEnv
  #child: ChildProcess | undefined
  #last: Promise<unknown> = Promise.resolve()
  #waiting: PromiseWithResolvers<CommandResult> | undefined

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  /** Resolves with what the command prints; rejects with its errors when it fails. */
  run(args: readonly string[]): Promise<string> {
    const result = this.#last.then(() => this.#ask(args))
    this.#last = result.catch(() => undefined)
    return result
  }

  stop(): void {
    this.#child?.disconnect()
    this.#child = undefined
  }

  async #ask(args: readonly string[]): Promise<string> {
    this.#waiting = Promise.withResolvers()
    this.#child ??= this.#start()
    this.#child.send(args)
    const { exitCode, output, errors } = await this.#waiting.promise
    if (exitCode !== 0) throw new Error(errors)
    return output
  }

  #start(): ChildProcess {
    const child = fork(new URL('./command-process.ts', import.meta.url), { env: this.#env, execArgv: [] })
    child.on('message', (result: CommandResult) => this.#waiting?.resolve(result))
    child.once('exit', (code) => this.#waiting?.reject(new Error(`The process of the commands ended with ${code}.`)))
    return child
  }
}
