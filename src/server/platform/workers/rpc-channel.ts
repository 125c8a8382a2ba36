/** What one side may ask the other: a function by its name, which takes one value. */
export type Calls = Readonly<Record<string, (input: never) => unknown>>
type Input<Made extends Calls, Name extends keyof Made> = Parameters<Made[Name]>[0]
type Answer<Made extends Calls, Name extends keyof Made> = ReturnType<Made[Name]>

/** The functions that answer the other side. */
export type Answers<Made extends Calls> = {
  readonly [Name in keyof Made]: (input: Input<Made, Name>) => Answer<Made, Name> | Promise<Answer<Made, Name>>
}

/** How messages get to another process. `send` may throw once that process has ended. */
export type Channel = {
  readonly send: (message: object) => void
  readonly hear: (listener: (message: unknown) => void) => void
}

type Message =
  | { rpc: 'ask'; id: number; name: string; input: unknown }
  | { rpc: 'answer'; id: number; value: unknown }
  | { rpc: 'failure'; id: number; why: string }

/** The other process has not answered in time, has failed or has ended. */
class RpcError extends Error {
  override readonly name = 'RpcError'
}

type Waiting = { resolve: (value: unknown) => void; reject: (error: RpcError) => void; timer: NodeJS.Timeout }

/**
 * Questions and answers between the processes of one shop. Both sides run the same program, so that messages are not
 * parsed again.
 */
export class RpcChannel<Theirs extends Calls, Ours extends Calls> {
  readonly #channel: Channel
  readonly #answers: Answers<Ours>
  readonly #waiting = new Map<number, Waiting>()
  #last = 0
  #isClosed = false

  constructor(channel: Channel, answers: Answers<Ours>) {
    this.#channel = channel
    this.#answers = answers
    channel.hear((message) => {
      if (isMessage(message)) this.#take(message)
    })
  }

  /** Rejects with RpcError after `timeoutMs`, when the other side failed, or when it ends. */
  ask<Name extends keyof Theirs & string>(
    name: Name,
    input: Input<Theirs, Name>,
    timeoutMs: number,
  ): Promise<Answer<Theirs, Name>> {
    const id = (this.#last += 1)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const timer = setTimeout(() => this.#end(id)?.reject(new RpcError(`No answer to "${name}" in time.`)), timeoutMs)
    this.#waiting.set(id, { resolve, reject, timer })
    if (!this.#send({ rpc: 'ask', id, name, input })) this.#end(id)?.reject(new RpcError('The other side has ended.'))
    return promise as Promise<Answer<Theirs, Name>>
  }

  /** Fails what is not answered yet: the other side has ended. */
  close(): void {
    this.#isClosed = true
    for (const id of this.#waiting.keys()) this.#end(id)?.reject(new RpcError('The other side has ended.'))
  }

  #take(message: Message): void {
    if (message.rpc === 'ask') return void this.#answer(message)
    if (message.rpc === 'answer') this.#end(message.id)?.resolve(message.value)
    else this.#end(message.id)?.reject(new RpcError(message.why))
  }

  async #answer({ id, name, input }: Extract<Message, { rpc: 'ask' }>): Promise<void> {
    try {
      const answer = Object.hasOwn(this.#answers, name) ? this.#answers[name] : undefined
      if (answer === undefined) throw new RpcError(`Nobody answers "${name}".`)
      this.#send({ rpc: 'answer', id, value: await answer(input as never) })
    } catch (error) {
      this.#send({ rpc: 'failure', id, why: error instanceof Error ? error.message : String(error) })
    }
  }

  #send(message: Message): boolean {
    if (this.#isClosed) return false
    try {
      this.#channel.send(message)
      return true
    } catch {
      return false // The channel was closed meanwhile.
    }
  }

  #end(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    clearTimeout(waiting?.timer)
    this.#waiting.delete(id)
    return waiting
  }
}

/** Other messages, such as those of Node's own cluster, go over the same channel. */
function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'rpc' in message
}
