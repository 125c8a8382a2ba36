import { once } from 'node:events'
import type { Server } from 'node:net'
import { EnvError, type Env } from '../../env.ts'

/**
 * Connections that the system keeps while the event loop is busy; Linux keeps at most `net.core.somaxconn`. Node's own
 * 511 are too few for a rush: the system drops what is beyond, some of those clients send their request again only
 * after ten seconds and more, and Node has then closed their connection with 408.
 */
const backlog = 4096

/** Starts listening; throws BootError when the address or port is not available. */
export async function listen(server: Server, { HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>): Promise<void> {
  server.listen({ port: PORT, host: HOST, backlog })
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
