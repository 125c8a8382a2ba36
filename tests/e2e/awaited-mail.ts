import { setTimeout as sleep } from 'node:timers/promises'
import { mailTexts } from '../support/mailbox.ts'

/** The path and query of the first link to a screen in a mail to an address; waits for the mail. */
export async function linkMailed(dataFolder: string, address: string, screen: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const [found] = mailTexts(dataFolder, address).flatMap(
      (mail) =>
        mail
          .split('\n\n')
          .slice(1)
          .join('\n\n')
          .match(new RegExp(`/\\w\\w/${screen}[?/]\\S+`)) ?? [],
    )
    if (found) return found
    await sleep(100)
  }
  throw new Error(`No link to ${screen} came to ${address}.`)
}
