import type { Worker } from 'node:cluster'

/** What Node's cluster writes to a worker with a connection, and what the worker answers to it. */
type Handing = { cmd: 'NODE_CLUSTER'; act: 'newconn'; seq: number }
type Taken = { cmd: 'NODE_CLUSTER'; ack: number }

/**
 * Gives a connection back that was on its way to a worker when that ended. Node waits for the worker's answer for ever:
 * the connection would stay open, and nobody would serve it. It gets the answer of a worker that refuses, with which
 * Node hands the connection to another one.
 */
export function returnHandedConnections({ process: child }: Worker): void {
  const handed = new Set<number>()
  const send = child.send.bind(child)
  child.send = ((...given: Parameters<typeof send>): boolean => {
    if (isHanding(given[0])) handed.add(given[0].seq)
    return send(...given)
  }) as typeof child.send
  child.on('internalMessage', (message: unknown) => {
    if (isTaken(message)) handed.delete(message.ack)
  })
  child.once('exit', () => {
    for (const ack of handed) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false })
  })
}

function isHanding(message: unknown): message is Handing {
  return isObject(message) && message['cmd'] === 'NODE_CLUSTER' && message['act'] === 'newconn'
}

function isTaken(message: unknown): message is Taken {
  return isObject(message) && message['cmd'] === 'NODE_CLUSTER' && typeof message['ack'] === 'number'
}

function isObject(message: unknown): message is Record<string, unknown> {
  return typeof message === 'object' && message !== null
}
