import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

/** Until a file may be asked for again. */
const fileMs = 2_000

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-passkey]')) {
  if (!('PublicKeyCredential' in window)) continue
  button.hidden = false
  button.addEventListener('click', () => void answer(button))
}

/** Asks for the passkey and sends the button's form with the answer; a person who gives up stays on the page. */
async function answer(button: HTMLButtonElement): Promise<void> {
  const { form, dataset } = button
  button.disabled = true
  try {
    const written = await credential(dataset['passkey'], dataset['request'] ?? '')
    const field = Object.assign(document.createElement('input'), {
      type: 'hidden',
      name: dataset['name'],
      value: written,
    })
    form?.append(field)
    form?.submit()
    // A file leaves the question where it is.
    if (form?.dataset['file'] !== undefined) {
      field.remove()
      setTimeout(() => (button.disabled = false), fileMs)
    }
  } catch {
    button.disabled = false
  }
}

async function credential(kind: string | undefined, request: string): Promise<string> {
  const optionsJSON = JSON.parse(request)
  const made = kind === 'create' ? await startRegistration({ optionsJSON }) : await startAuthentication({ optionsJSON })
  return JSON.stringify(made)
}
