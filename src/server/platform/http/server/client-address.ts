import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Returns the address that the outermost trusted proxy saw: X-Forwarded-For counted from the right, because the client
 * can write everything further left. Without trusted hops it is the socket's address.
 */
export function clientAddress(req: IncomingMessage, trustedHops: number): string {
  const socket = req.socket.remoteAddress ?? '0.0.0.0'
  if (trustedHops === 0) return socket
  const seen = forwardedFor(req).concat(socket)
  const address = seen[Math.max(0, seen.length - 1 - trustedHops)] ?? socket
  return isIP(address) === 0 ? socket : address
}

function forwardedFor(req: IncomingMessage): string[] {
  const header = req.headers['x-forwarded-for']
  const text = Array.isArray(header) ? header.join(',') : (header ?? '')
  return text === '' ? [] : text.split(',').map((part) => part.trim())
}
