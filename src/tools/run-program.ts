import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export const projectRoot = path.resolve(import.meta.dirname, '../..')

export type Finished = { ok: boolean; output: string }

const running = new Set<ChildProcess>()
let interrupted = false
let isWatching = false

/** Tells whether the process was asked to stop (Ctrl-C or a signal), so that no further step should begin. */
export const isInterrupted = (): boolean => interrupted

/** Installed on the first run only, so that importing this file does not change signal handling. */
function watchSignals(): void {
  if (isWatching) return
  isWatching = true
  process.on('SIGINT', () => {
    interrupted = true
  }) // The child is in the same terminal and receives Ctrl-C itself.
  process.on('SIGTERM', () => {
    interrupted = true
    for (const child of running) child.kill('SIGTERM')
  })
}

/** Runs the program of an npm package with this Node and collects its output. */
export function runPackage(
  packageName: string,
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Finished> {
  const folder = path.join(projectRoot, 'node_modules', packageName)
  const manifest: { bin: string | Record<string, string> } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  )
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[program]
  if (file === undefined) throw new Error(`${packageName} has no program ${program}.`)
  return run(process.execPath, [path.join(folder, file), ...args], env)
}

/** Runs a program in the project's folder and collects its output; never rejects. */
export function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Finished> {
  watchSignals()
  const { promise, resolve } = Promise.withResolvers<Finished>()
  const child = spawn(command, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  child.once('error', (error) => resolve({ ok: false, output: `${output}${command}: ${error.message}\n` }))
  child.once('close', (code) => resolve({ ok: code === 0, output }))
  return promise.finally(() => running.delete(child))
}
