import { createCameraMemory } from './camera-memory.ts'

type Detector = { detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

const betweenLooksMs = 150
const maxCodeLength = 80
const wanted = new Set(['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf', 'qr_code', 'data_matrix'])
const { BarcodeDetector } = globalThis as typeof globalThis & { BarcodeDetector?: DetectorClass }

for (const camera of document.querySelectorAll<HTMLElement>('[data-camera]'))
  if (BarcodeDetector && 'mediaDevices' in navigator) void prepare(camera, BarcodeDetector)

/** Shows the button where the browser can read a barcode; a camera that was on is on again. */
async function prepare(camera: HTMLElement, detectorClass: DetectorClass): Promise<void> {
  const formats = (await detectorClass.getSupportedFormats().catch(() => [])).filter((each) => wanted.has(each))
  if (formats.length === 0) return
  const memory = createCameraMemory(sessionStorage)
  const detector = new detectorClass({ formats })
  let watch: Watch | undefined
  const start = async () => {
    watch?.stop()
    watch = watchBy(camera, detector, memory)
    if (!(await watch.isSeeing)) memory.turn(false)
  }
  button(camera, 'start').addEventListener('click', () => {
    memory.turn(true)
    void start()
  })
  button(camera, 'stop').addEventListener('click', () => {
    memory.turn(false)
    watch?.stop()
    button(camera, 'start').focus()
  })
  addEventListener('pagehide', () => watch?.stop())
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) watch?.stop()
    else if (memory.isOn) void start()
  })
  camera.hidden = false
  if (memory.isOn) await start()
}

type Watch = { isSeeing: Promise<boolean>; stop: () => void }

/** Looks for codes until it is stopped; one that is new is sent with the form, as a scanner does. */
function watchBy(camera: HTMLElement, detector: Detector, memory: ReturnType<typeof createCameraMemory>): Watch {
  const [video, form] = [part<HTMLVideoElement>(camera, 'video'), camera.closest('form')]
  const field = form?.querySelector<HTMLInputElement>('[name="code"]')
  let stream: MediaStream | undefined
  let isOver = false
  const stop = () => {
    isOver = true
    release(stream)
    video.srcObject = null
    showOn(camera, false)
  }
  const look = async () => {
    if (isOver) return
    const found = await detector.detect(video).catch(() => [])
    const code = isOver ? undefined : memory.look(found.map(({ rawValue }) => oneLine(rawValue)))
    if (code !== undefined && field) {
      field.value = code
      stop()
      form?.requestSubmit(form.querySelector<HTMLButtonElement>('[data-scan]'))
    } else setTimeout(() => void look(), betweenLooksMs)
  }
  const open = async () => {
    say(camera, undefined)
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isOver) release(stream)
      else await show(camera, video, stream)
      void look()
      return true
    } catch (error) {
      // A page that is left while the camera opens has no fault to tell, and the next page opens the camera again.
      if (isOver) return true
      say(camera, (error as Error).name === 'NotAllowedError' ? 'refused' : 'none')
      stop()
      return false
    }
  }
  return { isSeeing: open(), stop }
}

/** What a field holds of a code. */
const oneLine = (code: string) => code.replaceAll(/\s+/g, ' ').trim().slice(0, maxCodeLength)

async function show(camera: HTMLElement, video: HTMLVideoElement, stream: MediaStream): Promise<void> {
  showOn(camera, true)
  // No keyboard over the picture.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  video.srcObject = stream
  await video.play()
}

function release(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

function showOn(camera: HTMLElement, on: boolean): void {
  button(camera, 'start').hidden = on
  for (const selector of ['[data-camera-stop]', '[data-camera-help]', 'video']) part(camera, selector).hidden = !on
}

function say(camera: HTMLElement, fault: 'refused' | 'none' | undefined): void {
  const alert = part(camera, '[role="alert"]')
  alert.textContent = (fault && alert.dataset[fault]) ?? ''
}

const button = (camera: HTMLElement, name: 'start' | 'stop') => part<HTMLButtonElement>(camera, `[data-camera-${name}]`)

function part<Found extends HTMLElement>(camera: HTMLElement, selector: string): Found {
  const found = camera.querySelector<Found>(selector)
  if (!found) throw new Error(`The camera has no ${selector}.`)
  return found
}
