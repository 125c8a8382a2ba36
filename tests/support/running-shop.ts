import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const root = path.resolve(import.meta.dirname, '../..')

export type RunningShop = { origin: string; stop: () => Promise<void> }

/** Starts the built demo shop on a free port with a separate data folder, as browser tests do. */
export async function runShop(settings: Record<string, string> = {}): Promise<RunningShop> {
  const port = await freePort()
  const child = spawn(process.execPath, ['tests/support/browser-shop.ts'], {
    cwd: root,
    env: { ...process.env, ...settings, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  await untilHealthy(origin, child)
  return { origin, stop: () => stop(child) }
}

async function untilHealthy(origin: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error('The shop stopped before it answered.')
    if (
      await fetch(`${origin}/healthz`).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      return
    await sleep(250)
  }
  throw new Error('The shop did not answer within 150 seconds.')
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
