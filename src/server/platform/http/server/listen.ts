import { once } from 'node:events'
import type { Server } from 'node:net'
import { EnvError, type Env } from '../../env.ts'

/** Starts listening; throws BootError when the address or port is not available. */
export async function listen(server: Server, { HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>): Promise<void> {
  server.listen(PORT, HOST)
  try {
    await once(server, 'listening')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'EADDRINUSE')
      throw new EnvError(`PORT ${PORT} on ${HOST} is taken by another program: stop that one or set another PORT.`, {
        cause,
      })
    if (code === 'EACCES')
      throw new EnvError(`PORT ${PORT} needs rights this user lacks: set a PORT above 1023.`, { cause })
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new EnvError(`HOST ${HOST} is no address of this machine: set HOST to 127.0.0.1 or 0.0.0.0.`, { cause })
    throw cause
  }
}
