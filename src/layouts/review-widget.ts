import { maySendEvents } from '../domain/visitors/consent.ts'
import { onConsent } from '../features/consent/consent-state.ts'

const scrolledPx = 400
/** On a screen this tall the reviews are nearly in view from the start. */
const tallPx = 1_000

/**
 * Loads the reviews of another site once that is allowed and they come near (spec section 2, "Optional review widget").
 */
export function watchReviewWidget(): void {
  const place = document.querySelector<HTMLElement>('[data-review-widget]')
  if (!place) return
  onConsent((consent) => {
    if (maySendEvents(consent)) whenNear(() => showReviews(place))
  })
}

function whenNear(run: () => void): void {
  if (scrollY > scrolledPx || innerHeight >= tallPx) run()
  else addEventListener('scroll', () => whenNear(run), { once: true, passive: true })
}

/** A frame of its own: the other site's code never runs among ours. */
function showReviews(place: HTMLElement): void {
  if (place.querySelector('iframe')) return
  const { reviewWidget = '', reviewTitle = '' } = place.dataset
  const frame = Object.assign(document.createElement('iframe'), {
    src: reviewWidget,
    title: reviewTitle,
    referrerPolicy: 'no-referrer',
  })
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox')
  place.append(frame)
}
