/**
 * A form is not sent again by a second click, whose sender would be told that somebody has changed the record: for two
 * seconds by no button of it, and for ten by the same one, as long as a slow answer may take. Once the answer takes so
 * long that a person would wonder, its button says that it is busy. What makes a file (`data-file`) leaves the page as
 * it is, and can be asked for again sooner.
 */
const [pauseMs, slowMs, wonderMs] = [2_000, 10_000, 200]
type Sending = { at: number; by: HTMLElement | null }
let sent = new WeakMap<HTMLFormElement, Sending>()

document.addEventListener('submit', (event) => {
  const { target: form, submitter: by, timeStamp: at } = event
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return
  const last = sent.get(form)
  const isFile = form.dataset['file'] !== undefined
  if (last && at - last.at < (last.by === by && !isFile ? slowMs : pauseMs)) return event.preventDefault()
  const sending = { at, by }
  sent.set(form, sending)
  if (!by) return
  setTimeout(() => sent.get(form) === sending && by.setAttribute('aria-busy', 'true'), wonderMs)
  setTimeout(() => by.removeAttribute('aria-busy'), isFile ? pauseMs : slowMs)
})

function allowAgain(): void {
  sent = new WeakMap()
  for (const button of document.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy')
}

// A page that is shown again from the browser's memory can be sent again, and one that somebody did not leave
// (warn-unsaved.ts).
addEventListener('pageshow', ({ persisted }) => persisted && allowAgain())
addEventListener('stayed', allowAgain)
