import cluster, { type Worker } from 'node:cluster'
import type { SharedCounts } from '../http/limits/shared-counts.ts'
import type { JobState } from '../job-states.ts'
import { RpcChannel, type Answers } from './rpc-channel.ts'
import type { SupervisorCalls, WorkerCalls } from './worker-calls.ts'

/** The variable by which a worker knows its place; the worker in the first one does the jobs. */
export const placeVariable = 'SHOP_WORKER'
const placeOfJobs = 1
/** The supervisor has nothing else to do; without an answer the worker goes on alone. */
const timeoutMs = 1_000

/** The other workers of the shop, as one of them reaches them through the supervisor. */
export class Colleagues {
  /** Whether this worker does the jobs for all. */
  readonly doesJobs: boolean
  readonly counts: SharedCounts
  readonly #worker: Worker
  readonly #rpc: RpcChannel<SupervisorCalls, WorkerCalls>
  readonly #answers = Promise.withResolvers<Answers<WorkerCalls>>()
  #following: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(worker: Worker, place: number) {
    this.#worker = worker
    this.doesJobs = place === placeOfJobs
    const answers = this.#answers.promise
    this.#rpc = new RpcChannel(
      {
        send: (message) => void worker.send(message, () => {}),
        hear: (listener) => worker.on('message', listener),
      },
      {
        follow: async (input) => (await answers).follow(input),
        figures: async (input) => (await answers).figures(input),
        popular: async (input) => (await answers).popular(input),
        jobs: async (input) => (await answers).jobs(input),
        leave: async (input) => (await answers).leave(input),
      },
    )
    worker.once('disconnect', () => this.#rpc.close())
    this.counts = {
      take: (input) => this.#rpc.ask('take', input, timeoutMs),
      refund: async (input) => void (await this.#rpc.ask('refund', input, timeoutMs)),
    }
  }

  /** Sets what this worker answers to the supervisor; questions that came before wait for it. */
  answer(answers: Answers<WorkerCalls>): void {
    this.#answers.resolve(answers)
  }

  /** Runs when the supervisor has ended, and keeps Node from ending this process before its requests are answered. */
  whenAlone(end: () => void): void {
    const worker = this.#worker
    const ended = (): void => {
      worker.exitedAfterDisconnect = true
      end()
    }
    if (worker.isConnected()) worker.once('disconnect', ended)
    else ended()
  }

  /** Tells how the jobs went in the worker that does them; undefined where that is this one. */
  get jobsElsewhere(): (() => Promise<readonly JobState[]>) | undefined {
    return this.doesJobs ? undefined : () => this.#rpc.ask('jobs', null, timeoutMs)
  }

  /** The keys of the pages to render before this worker serves, where it takes the place of another one. */
  async popularPages(): Promise<readonly string[]> {
    return this.#rpc.ask('popular', null, timeoutMs).catch(() => [])
  }

  /** Whether shoppers are served while this worker starts. */
  async othersServe(): Promise<boolean> {
    return (await this.#rpc.ask('serving', null, timeoutMs).catch(() => 0)) > 0
  }

  /** Lets the other workers drop what this one has changed, which stands in the database already. */
  announce(): void {
    this.#waiting += 1
    this.#following = Promise.all([this.#following, this.#rpc.ask('changed', null, timeoutMs).catch(() => null)])
    void this.#following.then(() => (this.#waiting -= 1))
  }

  /** Waits until they have, so that whoever made the change sees it in the next answer, whichever worker gives it. */
  async haveFollowed(): Promise<void> {
    if (this.#waiting > 0) await this.#following
  }
}

/** The other workers; undefined where one process serves the shop. */
export function colleaguesOf(environment: Readonly<Record<string, string | undefined>>): Colleagues | undefined {
  const place = environment[placeVariable]
  return cluster.worker && place !== undefined ? new Colleagues(cluster.worker, Number(place)) : undefined
}
