import { callApi } from '../../browser/call-api.ts'
import { PreviewHtml } from '../../contracts/calls/preview-html.ts'

/** What an editor's frame sends: the HTML in the editor and a page's title, or all fields of a guide. */
type NewText = { html?: string; title?: string; fields?: Record<string, string> }

let latest = new AbortController()

/**
 * Shows the text that an allowed editor sends by postMessage, as `{ type: 'preview-text', html?, title?, fields? }`.
 * The server cleans it first, by the rules of publishing, so that nothing is seen here that would not be published; of
 * several texts in a row only the newest is shown. The editor is told `{ type: 'preview-ready' }` when it may begin.
 */
export function watchPreview(): void {
  const origins =
    document.querySelector<HTMLElement>('[data-preview-origins]')?.dataset['previewOrigins']?.split(' ') ?? []
  addEventListener('message', ({ origin, data }) => {
    const text = origins.includes(origin) ? newText(data) : undefined
    if (text) void show(text)
  })
  const above = parentOrigin()
  if (above !== undefined && origins.includes(above)) parent.postMessage({ type: 'preview-ready' }, above)
}

function newText(data: unknown): NewText | undefined {
  if (field(data, 'type') !== 'preview-text') return undefined
  const [html, title] = [field(data, 'html'), field(data, 'title')]
  const fields = textsOf(field(data, 'fields'))
  return {
    ...(typeof html === 'string' && { html }),
    ...(typeof title === 'string' && { title }),
    ...(fields && { fields }),
  }
}

function textsOf(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

async function show({ html, title, fields }: NewText): Promise<void> {
  const heading = document.querySelector('[data-live-title]')
  if (heading && title !== undefined) heading.textContent = title
  if (fields) return showGuide(fields)
  if (html === undefined) return
  latest.abort()
  latest = new AbortController()
  const { signal } = latest
  const token = new URLSearchParams(location.search).get('token') ?? ''
  const reply = await callApi(PreviewHtml, { body: { token, html }, signal }).catch(() => undefined)
  if (!reply || signal.aborted) return
  for (const place of document.querySelectorAll('[data-live-text]')) place.innerHTML = reply.body.html
}

/** Shows the guide of this page with other fields, made by the server as it makes the page. */
async function showGuide(fields: Record<string, string>): Promise<void> {
  latest.abort()
  latest = new AbortController()
  const { signal } = latest
  const headers = { 'Content-Type': 'application/json' }
  const options = { method: 'POST', headers, body: JSON.stringify(fields), signal }
  const reply = await fetch(location.href, options).catch(() => undefined)
  const html = reply?.ok ? await reply.text().catch(() => undefined) : undefined
  if (html === undefined || signal.aborted) return
  const made = new DOMParser().parseFromString(html, 'text/html').querySelector('[data-live-guide]')
  if (made) document.querySelector('[data-live-guide]')?.replaceWith(document.adoptNode(made))
}

function parentOrigin(): string | undefined {
  if (parent === window) return undefined
  return location.ancestorOrigins?.[0] ?? (document.referrer === '' ? undefined : new URL(document.referrer).origin)
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
