import cluster, { type Worker } from 'node:cluster'
import { placeVariable } from './colleagues.ts'
import { returnHandedConnections } from './handed-connections.ts'
import { RpcChannel, type Answers } from './rpc-channel.ts'
import type { SupervisorCalls, WorkerCalls } from './worker-calls.ts'

/** A worker as its supervisor knows it. */
export class Member {
  readonly place: number
  readonly id: number
  readonly pid: number | undefined
  readonly begunAt = performance.now()
  readonly rpc: RpcChannel<WorkerCalls, SupervisorCalls>
  /** Resolves with true when it listens, with false when it ends before. */
  readonly serves: Promise<boolean>
  /** Resolves with its exit code or signal. */
  readonly ended: Promise<string>
  #isServing = false
  readonly #worker: Worker

  /** Starts the process. */
  constructor(place: number, answers: Answers<SupervisorCalls>) {
    const worker = cluster.fork({ [placeVariable]: String(place) })
    returnHandedConnections(worker)
    this.#worker = worker
    this.place = place
    this.id = worker.id
    this.pid = worker.process.pid
    this.rpc = new RpcChannel(
      {
        send: (message) => void worker.send(message, () => {}),
        hear: (listener) => worker.on('message', listener),
      },
      answers,
    )
    this.ended = new Promise((resolve) => {
      // 'error' comes instead of 'exit' when the process could not be started at all.
      worker.once('error', (error) => this.#end(resolve, String(error)))
      worker.once('exit', (code, signal) => this.#end(resolve, signal || `exit code ${code}`))
    })
    this.serves = new Promise((resolve) => {
      worker.once('listening', () => {
        this.#isServing = true
        resolve(true)
      })
      void this.ended.then(() => resolve(false))
    })
  }

  get isServing(): boolean {
    return this.#isServing
  }

  kill(signal: NodeJS.Signals): void {
    this.#worker.process.kill(signal)
  }

  #end(resolve: (how: string) => void, how: string): void {
    this.#isServing = false
    this.rpc.close()
    resolve(how)
  }
}
