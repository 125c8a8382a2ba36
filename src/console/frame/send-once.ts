/** A form is not sent again by a second click, whose sender would be told that somebody has changed the record. */
const pause = 2_000
let sentAt = new WeakMap<HTMLFormElement, number>()

document.addEventListener('submit', (event) => {
  const form = event.target
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return
  const isAgain = event.timeStamp - (sentAt.get(form) ?? -pause) < pause
  if (isAgain) event.preventDefault()
  else sentAt.set(form, event.timeStamp)
})

// A page that is shown again from the browser's memory can be sent again.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) sentAt = new WeakMap()
})
