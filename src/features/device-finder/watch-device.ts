import { readStored } from '../../browser/storage.ts'

/** At the end of the addresses that the finder leads to: the shopper has just said which device it is. */
const openingHash = '#your-device'

/** Fetches what shows the remembered device where there is one, or one to remember; nobody else loads it. */
export function watchDevice(): void {
  if (location.hash === openingHash || readStored('device'))
    void import('./show-device.ts').then(({ showDevice }) =>
      showDevice({ keepsPageDevice: location.hash === openingHash }),
    )
}
