import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type EditorsFrame = { origin: string; stop: () => void }

/** A page of another origin, like an editor's system: it shows `?show=…` in a frame and counts its messages. */
export async function serveEditorsFrame(): Promise<EditorsFrame> {
  const page = `<!doctype html><title>Editor</title><iframe width="900" height="700"></iframe><script>
    window.ready = 0
    addEventListener('message', ({ data }) => { if (data.type === 'preview-ready') window.ready += 1 })
    const frame = document.querySelector('iframe')
    frame.src = new URLSearchParams(location.search).get('show')
    window.say = (data) => frame.contentWindow.postMessage(data, '*')
  </script>`
  const server = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(page))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}
