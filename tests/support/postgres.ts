import { fork } from 'node:child_process'

/** A PostgreSQL server for tests. `url` is its maintenance database; create a separate database per test. */
export type PostgresServer = { url: string; stop(): Promise<void> }

type KeeperMessage = { url: string } | { error: string }

/**
 * The server of DATABASE_URL if set, else a temporary one on a free loopback port, removed after `stop()` or with this
 * process.
 * @param options.durable true when a test kills processes or counts commits: fsync stays on. Off is several times
 * faster.
 * @throws an Error that says what to do when no server can be started.
 */
export async function startPostgres(options: { durable?: boolean } = {}): Promise<PostgresServer> {
  const given = process.env['DATABASE_URL']
  if (given) return { url: given, stop: async () => undefined }
  // Its own process group lets it clean up even when everything else in this one is killed.
  const keeper = fork(new URL('./postgres-keeper.ts', import.meta.url), options.durable ? ['--durable'] : [], {
    execArgv: [],
    detached: process.platform !== 'win32',
  })
  const exited = new Promise<void>((resolve) => keeper.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    if (keeper.connected) keeper.disconnect()
    await exited
  }
  const message = await new Promise<KeeperMessage>((resolve) => {
    keeper.once('message', (received: KeeperMessage) => resolve(received))
    keeper.once('exit', () => resolve({ error: 'PostgreSQL ended before it was ready.' }))
  })
  if ('url' in message) return { url: message.url, stop }
  await stop()
  throw new Error(message.error)
}
