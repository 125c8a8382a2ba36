import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import { bareEnvironment } from '../../server/platform/env.ts'
import { projectFile } from '../../server/platform/project-file.ts'

const answer = z.union([
  z.object({ problem: z.enum(['too_large', 'kind', 'pixels', 'broken']) }),
  z.object({
    id: z.string(),
    format: z.enum(['jpeg', 'png', 'webp', 'avif']),
    width: z.int(),
    height: z.int(),
  }),
])
type Answer = z.output<typeof answer>
type Running = { child: ChildProcessByStdio<Writable, Readable, null>; lines: AsyncIterator<string> }

const program = projectFile('src/tools/import/check-photos.ts')
const usualMs = 30_000

/**
 * Checks photographs in one process of its own, one at a time, so that a hostile one can neither stop the shop nor fill
 * its memory. One that takes too long, or ends the process, is broken.
 */
export class PhotoChecker {
  readonly #maxMs: () => number
  #running: Running | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(maxMs = () => usualMs) {
    this.#maxMs = maxMs
  }

  async check(file: string): Promise<Answer> {
    const checked = this.#last.then(() => this.#ask(file))
    this.#last = checked.catch(() => undefined)
    return checked
  }

  async #ask(file: string): Promise<Answer> {
    const { child, lines } = (this.#running ??= start())
    const timer = setTimeout(() => child.kill('SIGKILL'), this.#maxMs())
    child.stdin.write(`${file}\n`)
    const { value, done } = await lines.next()
    clearTimeout(timer)
    if (!done) return answer.parse(JSON.parse(value))
    this.#running = undefined
    return { problem: 'broken' }
  }
}

function start(): Running {
  const env = { PATH: process.env['PATH'], ...bareEnvironment() }
  const child = spawn(process.execPath, [program], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  // Its end is told by the end of its lines. It ends with its stdin, which ends with this thread.
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  for (const each of [child, child.stdin, child.stdout] as unknown as { unref(): void }[]) each.unref()
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
}
